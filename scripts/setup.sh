# The set-up of all scripts. Source it from the project's folder, with `packages` set to run or dev.
# It installs requirements/$packages.txt and Punto into .venv, and puts .venv/bin first in PATH.
# For dev it also installs the packages of package-lock.json into node_modules, with the Node of .venv.

set -eu
# Let Python store compiled modules: processes then start in half the time, and tests start hundreds.
unset PYTHONDONTWRITEBYTECODE

say() { printf 'punto: %s\n' "$*" >&2; }

# Install Debian packages, or print the command with which an administrator can install them.
need_packages() {
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
        say "missing: $*. As root: apt-get update && apt-get install -y $*"
        exit 2
    fi
    say "installing $*"
    DEBIAN_FRONTEND=noninteractive
    export DEBIAN_FRONTEND
    apt-get update -qq >&2
    apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Install a browser for tests and pictures, a font with Chinese, and a library of the browser's driver.
need_browser() {
    missing=
    command -v chromium-headless-shell >/dev/null 2>&1 || missing="$missing chromium-headless-shell"
    if command -v dpkg >/dev/null 2>&1; then
        for package in fonts-noto-cjk libatomic1; do
            dpkg -s "$package" >/dev/null 2>&1 || missing="$missing $package"
        done
    fi
    # shellcheck disable=SC2086
    [ -z "$missing" ] || need_packages $missing
}

has_python() {
    python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

has_python || need_packages python3 python3-venv ca-certificates
has_python || {
    say "python3 is older than 3.11: $(python3 --version 2>&1). Install Python 3.11 or newer."
    exit 2
}


stamp=.venv/punto-$packages.stamp
wanted=$(cat requirements/uv.txt "requirements/$packages.txt" pyproject.toml scripts/setup.sh | cksum)

if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
    # Python does not start from a folder that was moved or only partly made.
    .venv/bin/python -c '' 2>/dev/null || {
        rm -rf .venv
        python3 -m venv .venv
    }
    say "installing the pinned packages ($packages)"
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
        -r requirements/uv.txt
    .venv/bin/uv pip install --quiet --python .venv/bin/python --require-hashes \
        -r "requirements/$packages.txt"
    .venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation -e .
    printf '%s' "$wanted" >"$stamp"
fi

PATH=$PWD/.venv/bin:$PATH
export PATH

if [ "$packages" = dev ]; then
    stamp=node_modules/punto.stamp
    wanted=$(cat package.json package-lock.json .npmrc | cksum)
    if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$wanted" ]; then
        say "installing the packages of package-lock.json"
        npm ci --ignore-scripts --no-audit --no-fund --loglevel error >&2
        printf '%s' "$wanted" >"$stamp"
    fi
fi
