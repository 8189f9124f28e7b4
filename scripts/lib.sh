# Shared by the scripts beside it; sourced, never run.

# The project folder, wherever the script is called from.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Steps are told on standard error, so that standard output stays a script's result.
say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }
fail() { say "$*"; exit 1; }

# Runs a command as root: directly when we are root, else with sudo.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else fail "this needs root, and there is no sudo: $*"
    fi
}

# The packages among the arguments that are not installed, one a line. Asks dpkg's own records: no network, no lock.
missing_packages() {
    local package status
    for package; do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=
        [ "$status" = installed ] || printf '%s\n' "$package"
    done
}

# Builds the three programs as they are shipped, and prints the folder they are in.
build_release() {
    local options=(-c release --static-swift-stdlib --package-path "$root")
    say "building"
    swift build "${options[@]}" --product affix >&2
    swift build "${options[@]}" --product affix-worker >&2
    swift build "${options[@]}" --product affix-transcoder >&2
    swift build "${options[@]}" --show-bin-path
}

# Builds a program that is not shipped, as one that is would be built, and prints the folder it is in.
build_for_bench() {
    local options=(-c release --static-swift-stdlib --package-path "$root")
    say "building $1"
    swift build "${options[@]}" --product "$1" >&2
    swift build "${options[@]}" --show-bin-path
}
