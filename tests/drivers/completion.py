#!/usr/bin/env python3
"""Completion in bash, zsh and fish, and the manual pages.   completion.py BUILD_DIR

Each shell loads the script of the build directory and is asked what it offers for a line: bash by COMP_WORDS, fish
by `complete -C`, zsh in a pseudo-terminal. The lines are those of CASES and, for each option of each command whose
argument has words, `--option=`. A shell that is not installed is skipped, and so are mandoc and groff."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from tap import ROOT, Tap, arguments, run

TOOLS = ["tt-opt", "tt-layout", "tt-lsp-server"]
EXAMPLES = os.path.join(ROOT, "docs", "examples")
ZSH = """\
zmodload zsh/zpty
zpty z zsh -f -i
read_until() { # MARK SECONDS
  local chunk
  out=
  repeat $(($2 * 50)); do
    if zpty -r -t z chunk; then out+=$chunk; [[ $out == *$1* ]] && return; else sleep 0.02; fi
  done
  print -u2 -r -- "no answer: $out"
}
zpty -w z 'PS1=; stty -echo; fpath=(SITE $fpath); autoload -U compinit; compinit -D -u
dump() {
  emulate -L zsh
  compadd() {
    [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd "$@"; return }
    local word; local -a found; builtin compadd -O found "$@"
    for word in $found; do print -rn -- "{$IPREFIX$word}"; done
    builtin compadd "$@"
  }
  _main_complete; unfunction compadd; print "<E""ND>"; compstate[insert]= compstate[list]=
}
zle -C dump complete-word dump; bindkey "^I" dump; print RE""ADY'
read_until READY 20
while IFS= read -r line; do
  zpty -w -n z $line$'\\t'; read_until '<END>' 10; print -r -- "${${out//$'\\r'/}//$'\\n'/ }"; zpty -w -n z $'\\x15'
done
"""
# What is typed, and the words that complete its last word: all of them, or "..." and some of them
CASES = [
    ("tt-opt --verify-on", ["--verify-only"]),
    ("tt-opt --era=2024-12", ["--era=2024-12-06", "--era=2024-12-16"]),
    ("tt-opt --era 2024-12", ["2024-12-06", "2024-12-16"]),
    ("tt-opt --migrate=l", ["--migrate=latest"]),
    ("tt-opt -Wlayout-sh", ["-Wlayout-shard-shape"]),
    ("tt-opt -Wno-tile-", ["-Wno-tile-size"]),
    ("tt-opt -Werror=grid-p", ["-Werror=grid-positive"]),
    ("tt-opt --explain layout-sh", ["layout-shard-shape"]),
    ("tt-opt lay", ["layout.mlir"]),
    ("tt-opt --config=lay", ["--config=layout.mlir"]),
    ("tt-opt --query-print=tensor.shape,tensor.ra", ["--query-print=tensor.shape,tensor.rank"]),
    ("tt-opt --system-desc w", ["wormhole_b0"]),
    ("tt-opt --from-run-lines=", ["--from-run-lines=on", "--from-run-lines=off"]),
    ("tt-layout conv", ["convert"]),
    ("tt-layout convert --to=t", ["--to=ttnn", "--to=ttcore", "--to=tiled", "--to=triton"]),
    ("tt-layout convert --from str", ["strided"]),
    ("tt-layout noc --arch=b", ["--arch=blackhole"]),
    ("tt-layout show memory.mlir --name=", ["--name=%arg0", "--name=#out"]),
    ("tt-layout show memory.mlir --name %", ["%arg0"]),
    ("tt-layout move --from layout.mlir --to memory.mlir --from-name ", ["%a"]),
    ("tt-layout move --from=layout.mlir --to=memory.mlir --to-name=%", ["--to-name=%arg0"]),
    ("tt-layout draw rejected-device.mlir --device-name=", ["--device-name=tt.device"]),
    ("tt-layout build --tile=32x32:bfp_b", ["...", "--tile=32x32:bfp_bf8", "--tile=32x32:bfp_bf4"]),
    ("tt-layout build --element b", ["bf16"]),
    ("tt-layout with --memory-space=d", ["...", "--memory-space=dram"]),
    ("tt-layout with --tile=n", ["--tile=none"]),
    ("tt-layout memory --csv-dir=sui", ["--csv-dir=suite"]),
    ("tt-layout show lay", ["layout.mlir"]),
    ("tt-layout build --grid=", []),
    ("tt-lsp-server --position-encoding=utf-1", ["--position-encoding=utf-16"]),
]


def last_word(line):
    return re.split(r" ", line)[-1]


def ask_bash(folder, lines, environment):
    """What bash offers: COMP_WORDS as readline divides the line, at blanks and at `=` and `:`"""
    script = [f". {shlex.quote(os.path.join(folder, t + '.bash'))}" for t in TOOLS]
    typed = []
    for line in lines:
        words = []
        for word in line.split(" "):
            words += [w for w in re.split(r"([=:]+)", word) if w] or [""]
        last = "" if re.fullmatch("[=:]+", words[-1]) else words[-1]
        typed.append(last_word(line)[:len(last_word(line)) - len(last)])
        function = "_" + words[0].replace("-", "_")
        script.append(f"COMP_WORDS=({shlex.join(words)}); COMP_CWORD={len(words) - 1}; COMPREPLY=(); {function}; "
                      r"""printf '%s\1' "${COMPREPLY[@]}"; echo""")
    out = subprocess.run(["bash", "--norc", "-c", "compopt() { :; }\n" + "\n".join(script)], env=environment, text=True,
                         cwd=EXAMPLES, stdout=subprocess.PIPE, check=False).stdout
    return [[start + reply.replace("\\", "") for reply in answer.split("\1") if reply]
            for start, answer in zip(typed, out.split("\n"))]


def ask_fish(folder, lines, environment):
    script = [f"source {shlex.quote(os.path.join(folder, t + '.fish'))}" for t in TOOLS]
    # `string join` prints no line for an empty list
    script += [f"printf '%s\\n' (complete -C {shlex.quote(line)} | string replace -r '\\t.*' '' | string join \\x01)"
               for line in lines]
    out = subprocess.run(["fish", "--no-config", "-c", "\n".join(script)], env=environment, text=True, cwd=EXAMPLES,
                         stdout=subprocess.PIPE, check=False).stdout
    return [[w.rstrip("/").replace("\\", "") for w in answer.split("\1") if w] for answer in out.split("\n")[:-1]]


def ask_zsh(folder, lines, environment):
    site = os.path.join(folder, "site")
    os.makedirs(site, exist_ok=True)
    for tool in TOOLS:
        shutil.copy(os.path.join(folder, "_" + tool), site)
    done = subprocess.run(["zsh", "-f", "-c", ZSH.replace("SITE", site)], input="\n".join(lines) + "\n", text=True,
                          env={**environment, "TERM": "dumb"}, cwd=EXAMPLES, stdout=subprocess.PIPE, check=False,
                          timeout=600)
    return [list(dict.fromkeys(re.findall(r"\{([^{}]*)\}", answer))) for answer in done.stdout.split("\n")[:-1]]


SHELLS = {"bash": ask_bash, "fish": ask_fish, "zsh": ask_zsh}


def words_of_options(build):
    """(line, words) for each option whose argument has words of its own"""
    for tool in TOOLS:
        for command in json.loads(run([os.path.join(build, tool), "--dump-options=json"])[1]):
            for option in command["options"]:
                name, value = option["name"], option["value"]
                words = option["choices"] or command["words"].get("-Wno-" if name.startswith("-Wno-") else value)
                if option["hidden"] or option["argument"] == "none" or not words:
                    continue
                at = " ".join([tool] + ([command["command"]] if command["command"] else []))
                start = name + ("" if option["argument"] == "prefix" else "=") if name[:2] != "-o" else name + " "
                yield f"{at} {start}", ["..."] + [start + w for w in words]


def check_shell(tap, shell, folder, cases, environment):
    if not shutil.which(shell):
        tap.skip(f"completion in {shell}", f"{shell} is not installed")
        return
    answers = SHELLS[shell](folder, [line for line, _ in cases], environment)
    if not tap.check(len(answers) >= len(cases), f"{shell} answers", f"{len(answers)} answers, {len(cases)} lines"):
        return
    for (line, expected), answer in zip(cases, answers):
        missing = [w for w in expected if w != "..." and w not in answer]
        more = [w for w in answer if w not in expected] if "..." not in expected else []
        tap.check(not missing and not more, f"{shell}: {line}",
                  f"missing: {missing[:9]}\nunexpected: {more[:9]}\noffered: {answer[:9]}")


def check_pages(tap, build):
    for page in [t + ".1" for t in TOOLS] + ["ttattr.3"]:
        for command in (["mandoc", "-T", "lint", "-W", "warning"], ["groff", "-ww", "-man", "-z"]):
            if not shutil.which(command[0]):
                tap.skip(f"{command[0]} {page}", f"{command[0]} is not installed")
                continue
            status, out, err = run([*command, os.path.join(build, page)])
            tap.check(status == 0 and not out + err, f"{command[0]} has no warnings of {page}", (out + err).decode())


def main():
    build, tap = arguments(__doc__).parse_args().build, Tap()
    environment = {**os.environ, "PATH": build + os.pathsep + os.environ["PATH"]}
    cases = CASES + list(words_of_options(build))
    with tempfile.TemporaryDirectory() as folder:
        environment.update(HOME=folder, XDG_CONFIG_HOME=folder)
        for name in os.listdir(build):
            if name.endswith((".bash", ".fish")) or name.startswith("_tt-"):
                shutil.copy(os.path.join(build, name), folder)
        for shell in SHELLS:
            check_shell(tap, shell, folder, cases, environment)
    check_pages(tap, build)
    return tap.finish()


if __name__ == "__main__":
    sys.exit(main())
