#!/usr/bin/env python3
"""scripts/release: what it rejects, two releases from two folders, the static programs in an empty root directory, and
the source archive as a user gets it: CMake's FetchContent and meson's wrap file, without re2c, bison and python3.
  release.py BUILD_DIR"""
import hashlib
import json
import os
import platform
import re
import shutil
import stat
import struct
import subprocess
import sys
import tarfile
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "drivers"))
from consume import CC, CMAKE, PROGRAMS, build_project, try_program  # noqa: E402
from tap import ROOT, Tap, arguments, errors_of, run  # noqa: E402

API = os.path.join(ROOT, "tests", "api")
with open(os.path.join(ROOT, "meson.build"), encoding="ascii") as meson:
    VERSION = re.search(r"^project\(.* version: '([^']*)'", meson.read())[1]
IDENTITY = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "test"), ("EMAIL", "test@example.invalid"), ("DATE", "2026-01-02T03:04:05Z"))}
FETCH = """include(FetchContent)
FetchContent_Declare(ttattr URL "file://{archive}" URL_HASH SHA256={digest} DOWNLOAD_EXTRACT_TIMESTAMP FALSE)
FetchContent_MakeAvailable(ttattr)"""
WRAP = """[wrap-file]
directory = ttattr-{version}
source_filename = ttattr-{version}.tar.gz
source_hash = {digest}
[provide]
ttattr = ttattr_dep
"""


def git(folder, *words):
    return subprocess.run(["git", "-C", folder, *words], env={**os.environ, **IDENTITY}, check=True,
                          stdout=subprocess.PIPE).stdout.decode()


def repository(folder):
    """A repository with the files of this one, also those that are not committed."""
    os.mkdir(folder)
    listed = git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in filter(None, listed):
        if os.path.lexists(os.path.join(ROOT, name)):
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            shutil.copy2(os.path.join(ROOT, name), os.path.join(folder, name), follow_symlinks=False)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "Sources")


def release(folder, *words):
    return run([os.path.join(folder, "scripts", "release"), *words], cwd=folder, timeout=900)


def rejected(tap, folder):
    """The errors, in the order in which the release is prepared."""
    def check(name, expected, *words):
        status, _, err = release(folder, *words)
        tap.check(status == 1 and re.search(expected, err.decode()), f"{name} is an error", err.decode())

    changes = os.path.join(folder, "CHANGELOG.md")
    with open(changes, encoding="utf-8") as f:
        text = f.read()
    check("another version", r"the version of meson.build is [\d.]+, not 9.9; change it there", "9.9")
    undated = re.sub(r"^## .*$", f"## {VERSION}, unreleased", text, count=1, flags=re.M)
    dated = re.sub(r"^## .*$", f"## {VERSION}, 2026-01-02", text, count=1, flags=re.M)
    for content in (undated, dated):
        if content != text:
            with open(changes, "w", encoding="utf-8") as f:
                f.write(content)
            check("a changed file", r"1 files differ from the commit, the first is 'CHANGELOG.md'", VERSION)
            git(folder, "commit", "-qam", "Release")
        if content is undated:
            check("a version without date", r"first section of CHANGELOG.md must be '## [\d.]+, YYYY-MM-DD'", VERSION)
    status, _, err = release(folder, VERSION, "--machines=z80")
    tap.check(status == 2 and b"expected one of x86_64, aarch64" in err, "an unknown machine is an error", err.decode())


def check_bill(tap, output, version):
    """What SPDX 2.3 requires of a document, and what this one must say."""
    with open(os.path.join(output, f"ttattr-{version}.spdx.json"), encoding="utf-8") as f:
        bill = json.load(f)
    missing = [key for key in ("spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo",
                               "packages", "relationships") if key not in bill]
    tap.check(not missing and bill["spdxVersion"] == "SPDX-2.3" and bill["dataLicense"] == "CC0-1.0"
              and bill["creationInfo"]["created"] == "2026-01-02T03:04:05Z", "bill of materials: document", missing)
    names = [p["SPDXID"] for p in bill["packages"]] + [bill["SPDXID"]]
    wrong = [n for n in names if not re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", n) or names.count(n) > 1]
    wrong += [p["name"] for p in bill["packages"]
              if not {"name", "SPDXID", "downloadLocation", "licenseConcluded", "copyrightText"} <= set(p)
              or not isinstance(p["filesAnalyzed"], bool)]
    wrong += [r for r in bill["relationships"]
              if r["spdxElementId"] not in names or r["relatedSpdxElement"] not in names]
    tap.check(not wrong, "bill of materials: packages and relationships", wrong)
    for package in bill["packages"]:
        if "checksums" in package:
            with open(os.path.join(output, package["packageFileName"]), "rb") as f:
                same = package["checksums"][0]["checksumValue"] == hashlib.sha256(f.read()).hexdigest()
            tap.check(same, f"bill of materials: checksum of {package['packageFileName']}")
    found = {p["name"] for p in bill["packages"]}
    tap.check({"ttattr", "glibc", "re2c", "bison"} <= found, "bill of materials: linked libraries and tools", found)


def is_static(path):
    """An ELF file without interpreter (PT_INTERP) and dynamic section (PT_DYNAMIC)"""
    with open(path, "rb") as f:
        data = f.read()
    start, size, count = struct.unpack_from("<Q", data, 32)[0], *struct.unpack_from("<HH", data, 54)
    kinds = {struct.unpack_from("<I", data, start + i * size)[0] for i in range(count)}
    return data[:5] == b"\x7fELF\x02" and not kinds & {2, 3}


def programs(tap, output, folder, version, native):
    for machine in ("x86_64", "aarch64"):
        archive = os.path.join(output, f"ttattr-{version}-linux-{machine}.tar.gz")
        if not os.path.exists(archive):
            tap.skip(f"programs for {machine}", "they were not built")
            continue
        shutil.unpack_archive(archive, folder)
        root = os.path.join(folder, f"ttattr-{version}-linux-{machine}")
        emulate = [] if machine == platform.machine() else [shutil.which(f"qemu-{machine}")]
        for tool in ("tt-opt", "tt-layout", "tt-lsp-server"):
            path = os.path.join(root, "bin", tool)
            tap.check(is_static(path), f"{machine}: {tool} is static, {os.path.getsize(path):,} bytes")
            sections = run(["readelf", "-SW", path])[1].decode()
            tables = re.search(r" \.eh_frame +PROGBITS +\w+ \w+ (\w+) ", sections)
            tap.check(tables and int(tables[1], 16) < 100000,  # 60 KB: those of the C library
                      f"{machine}: {tool} has no unwind tables of the sources", sections)
            if emulate == [None]:
                tap.skip(f"{machine}: {tool} --version", f"qemu-{machine} is not installed")
                continue
            out = run([*emulate, path, "--version"])[1].decode()
            tap.check(re.fullmatch(rf"{tool} {re.escape(version)} \([0-9a-f]{{12}} 2026-01-02\)\n", out),
                      f"{machine}: {tool} --version names commit and date", out)
        if emulate != [None]:
            command = ["--verify-only", "--no-from-run-lines", "docs/examples"]
            expected = run([os.path.join(native, "tt-opt"), *command], cwd=ROOT)
            tap.check(run([*emulate, os.path.join(root, "bin/tt-opt"), *command], cwd=ROOT) == expected,
                      f"{machine}: tt-opt reports what the native one reports")
    if os.geteuid():
        tap.skip("an empty root directory", "chroot requires root")
        return
    root = os.path.join(folder, f"ttattr-{version}-linux-{platform.machine()}", "bin")
    shutil.copytree(os.path.join(ROOT, "docs", "examples"), os.path.join(root, "docs", "examples"))
    chrooted = run([shutil.which("chroot", path=os.environ["PATH"] + ":/usr/sbin"), root, "/tt-opt", *command])
    tap.check(chrooted == expected, "tt-opt in a root directory without other files verifies a directory", chrooted)


def documented(*name):
    """The rows of the tables of installation: {what is installed: its command}"""
    with open(os.path.join(ROOT, *name), encoding="utf-8") as f:
        return dict(re.findall(r"^\| (static programs|source archive[^|]*) \| `([^`]*)`", f.read(), re.M))


def installed(tap, output, folder, version):
    """The command of docs/install.md for the static programs, in an empty home directory"""
    command = documented("docs", "install.md")["static programs"]
    if platform.machine() != "x86_64":
        tap.skip(f"docs/install.md: {command}", "it is for x86_64")
        return
    home = os.path.join(folder, "home")
    os.mkdir(home)
    status, out, err = run(["sh", "-c", f"{command} && ~/.local/bin/tt-opt --version"], cwd=output,
                           env={**os.environ, "HOME": home})
    tap.check(status == 0 and out.startswith(f"tt-opt {version} (".encode()), f"docs/install.md: {command}", out + err)
    share = os.path.join(home, ".local", "share")
    missing = [name for name in ("man/man1/tt-opt.1", "man/man3/ttattr.3", "bash-completion/completions/tt-layout.bash",
                                 "zsh/site-functions/_tt-opt", "fish/vendor_completions.d/tt-opt.fish")
               if not os.path.exists(os.path.join(share, name))]
    tap.check(not missing, "man pages and completion are installed", missing)


def configured(tap, output, folder, environment):
    """The commands for the source archive, in a folder with the archive only, until the compiler would start: the test
    `FetchContent` compiles. README.md has some of them."""
    commands = documented("docs", "install.md")
    given = documented("README.md")
    tap.check(len(given) == 2 and set(given.values()) <= set(commands.values()),
              "README.md has the commands of docs/install.md", f"{given}\n{commands}")
    for what, command in commands.items():
        steps = command.split(" && ")
        if not what.startswith("source archive"):
            continue
        tool = steps[1].split()[0]
        if not shutil.which(tool):
            tap.skip(f"docs/install.md: {command}", f"{tool} is not installed")
            continue
        at = os.path.join(folder, f"unpacked-{tool}")
        os.mkdir(at)
        for file in os.listdir(output):
            shutil.copy(os.path.join(output, file), at)
        status, out, err = run(["sh", "-c", " && ".join(steps[:2])], cwd=at, env={**environment, "HOME": at})
        tap.check(status == 0 and os.path.isdir(os.path.join(at, "build")), f"docs/install.md: {command}", out + err)


def moved(tap, folder, build, texts):
    """The prefix of `cmake --install` is not that of the configuration; pkg-config finds the library there."""
    prefix, program = os.path.join(folder, "moved"), os.path.join(folder, "consumer")
    status, out, err = run(["cmake", "--install", build, "--prefix", prefix])
    tap.check(status == 0, "cmake --install --prefix", out + err)
    library = os.path.join(prefix, "lib")
    flags = run(["pkg-config", "--cflags", "--libs", "ttattr"],
                env={**os.environ, "PKG_CONFIG_PATH": os.path.join(library, "pkgconfig")})[1].decode().split()
    status, out, err = run([*CC, os.path.join(API, "consumer.c"), "-o", program, *flags])
    if tap.check(status == 0, "pkg-config after cmake --install --prefix", (out + err).decode()):
        try_program(tap, "cmake --install --prefix", program, library, *texts)


def from_archive(tap, output, folder, version, native):
    """Programs that fail replace those that a build of the archive must not require."""
    archive = os.path.join(output, f"ttattr-{version}.tar.gz")
    with open(archive, "rb") as f:
        digest = hashlib.sha256(f.read()).hexdigest()
    absent = os.path.join(folder, "absent")
    os.mkdir(absent)
    for name in ("re2c", "bison", "python3", "git", "awk"):
        path = os.path.join(absent, name)
        with open(path, "w", encoding="ascii") as f:
            f.write("#!/bin/sh\necho error: $0 is not available >&2\nexit 1\n")
        os.chmod(path, 0o755 | stat.S_IFREG)
    environment = {**os.environ, "PATH": f"{absent}:{os.environ['PATH']}"}
    canonical, broken = os.path.join(ROOT, "docs/examples/layout.mlir"), os.path.join(folder, "broken.mlir")
    with open(broken, "w", encoding="ascii") as f:
        f.write('"t.op"() {a = #tt.grid<8x8, b = #tt.memory_space<l2>} : () -> ()\n')
    configured(tap, output, folder, environment)
    texts = canonical, run([os.path.join(native, "tt-opt"), canonical])[1], broken

    source, build = os.path.join(folder, "fetch"), os.path.join(folder, "fetch-build")
    os.mkdir(source)
    with open(os.path.join(source, "CMakeLists.txt"), "w", encoding="utf-8") as f:
        f.write(CMAKE.format(find=FETCH.format(archive=archive, digest=digest), api=API))
    if not shutil.which("cmake"):
        tap.skip("FetchContent", "cmake is not installed")
    elif build_project(tap, "FetchContent", (["cmake", "-G", "Ninja", "-DTTATTR_TOOLS=ON",
                                              "-DTTATTR_INSTALL=ON", "-S", source, "-B", build],
                                             ["ninja", "-C", build]), environment):
        library = os.path.join(build, "_deps", "ttattr-build")
        for program in PROGRAMS:
            try_program(tap, f"FetchContent: {program}", os.path.join(build, program), library, *texts)
        listed = run(["nm", "-D", "--defined-only", "-P", os.path.join(library, "libttattr.so")])[1].decode()
        with open(os.path.join(API, "exports.txt"), encoding="ascii") as f:
            expected = set(f.read().split())
        found = {line.split()[0] for line in listed.splitlines()}
        tap.check(found == expected, "CMake's library exports what meson's exports", sorted(found ^ expected)[:20])
        out = run([os.path.join(library, "tt-opt"), "--verify-only", "docs/examples"], cwd=ROOT)
        tap.check(out == run([os.path.join(native, "tt-opt"), "--verify-only", "docs/examples"], cwd=ROOT),
                  "CMake's tt-opt reports what meson's reports", out)
        moved(tap, folder, build, texts)

    source = os.path.join(folder, "wrap")
    os.makedirs(os.path.join(source, "subprojects", "packagefiles"))
    shutil.copy(archive, os.path.join(source, "subprojects", "packagefiles"))
    for name, text in (("subprojects/ttattr.wrap", WRAP.format(version=version, digest=digest)),
                       ("meson.build", "project('user', 'c')\ndependency('ttattr', fallback: 'ttattr')\n")):
        with open(os.path.join(source, name), "w", encoding="ascii") as f:
            f.write(text)
    status, out, err = run(["meson", "setup", os.path.join(folder, "wrap-build"), source,
                            "--force-fallback-for=ttattr"], env=environment)
    tap.check(status == 0, "meson: a wrap file with the archive", errors_of(out + err))


def main():
    native, tap = arguments(__doc__).parse_args().build, Tap()
    for program in ("git", "meson", "ninja"):
        if not shutil.which(program):
            tap.skip("release", f"{program} is not installed")
            return tap.finish()
    cross = shutil.which("aarch64-linux-gnu-gcc") and platform.machine() == "x86_64"
    with tempfile.TemporaryDirectory() as folder:
        first, second = os.path.join(folder, "first"), os.path.join(folder, "another", "folder")
        repository(first)
        rejected(tap, first)
        os.mkdir(os.path.dirname(second))
        git(folder, "clone", "-q", first, second)
        outputs = []
        for at, machines in ((first, platform.machine() + (",aarch64" if cross else "")), (second, platform.machine())):
            status, out, err = release(at, VERSION, "--optimization=0", f"--machines={machines}", "--output=out")
            if not tap.check(status == 0, f"a release for {machines}", errors_of(out + err)):
                return tap.finish()
            outputs.append(os.path.join(at, "out"))
        for name in (f"ttattr-{VERSION}.tar.gz", f"ttattr-{VERSION}-linux-{platform.machine()}.tar.gz"):
            digests = set()
            for output in outputs:
                with open(os.path.join(output, name), "rb") as f:
                    digests.add(hashlib.sha256(f.read()).hexdigest())
            tap.check(len(digests) == 1, f"{name} has the same bytes in another folder")
        status, out, err = run(["sha256sum", "--check", "SHA256SUMS"], cwd=outputs[0])
        tap.check(status == 0, "SHA256SUMS", (out + err).decode())
        with tarfile.open(os.path.join(outputs[0], f"ttattr-{VERSION}.tar.gz")) as archive:
            owners = {(m.uid, m.uname, m.mtime) for m in archive.getmembers()}
        tap.check(owners == {(0, "root", 1767323045)}, "members have the time of the commit", owners)
        check_bill(tap, outputs[0], VERSION)
        programs(tap, outputs[0], folder, VERSION, native)
        installed(tap, outputs[0], folder, VERSION)
        from_archive(tap, outputs[0], folder, VERSION, native)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
