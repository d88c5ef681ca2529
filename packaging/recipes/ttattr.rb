# untried
class Ttattr < Formula
  desc "Parse, verify and compute with Tenstorrent MLIR layout and device attributes"
  homepage "https://example.invalid/ttattr"
  url "https://example.invalid/ttattr-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0" => { with: "LLVM-exception" }

  depends_on "cmake" => :build

  def install
    system "cmake", "-S", ".", "-B", "build", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tt-opt --version")
  end
end
