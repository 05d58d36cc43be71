#!/bin/sh
# Runs ffmpeg or ffprobe where only the job folder (the working directory) exists.
# isolation.ts installs it twice, as sandbox-ffmpeg and sandbox-ffprobe, and puts these in front:
#   MEDIA_LEVEL 2, 1 or 0; MEDIA_JOBS, the real path that holds all job folders;
#   absolute paths FFMPEG, FFPROBE, BWRAP, SETPRIV, PRLIMIT, UNSHARE, NICE (empty: not installed).
set -eu
case "$0" in *ffprobe) prog=$FFPROBE ;; *) prog=$FFMPEG ;; esac
cpu=600
if [ -r limits ]; then read -r cpu < limits || :; fi
case "$cpu" in ''|*[!0-9]*) cpu=600 ;; esac
here=$(pwd -P)

# Read backwards: each line wraps what stands in "$@".
[ "$MEDIA_LEVEL" = 2 ] || set -- /usr/bin/env -i PATH=/usr/bin:/bin "$prog" "$@"
if [ "$MEDIA_LEVEL" = 2 ]; then
  set -- "$prog" "$@"
  case "$here" in
    "$MEDIA_JOBS"/?*) set -- --bind "$here" /job --chdir /job "$@" ;;
    *)                set -- --tmpfs /job --chdir /job "$@" ;; # fluent-ffmpeg asks for -formats and -encoders anywhere
  esac
  case "$prog" in /usr/*|/bin/*) ;; *) set -- --ro-bind "${prog%/*}" "${prog%/*}" "$@" ;; esac
  set -- "$BWRAP" --die-with-parent --unshare-all --new-session --clearenv --setenv PATH /usr/bin:/bin \
    --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
    --ro-bind-try /etc/alternatives /etc/alternatives --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache \
    --proc /proc --dev /dev --tmpfs /tmp "$@"
fi
[ -z "$NICE" ] || set -- "$NICE" -n 10 "$@"
[ -z "$PRLIMIT" ] || set -- "$PRLIMIT" --as=4294967296 --cpu="$cpu" --fsize=5368709120 --nofile=256 --core=0 "$@"
[ -z "$SETPRIV" ] || set -- "$SETPRIV" --pdeathsig KILL --no-new-privs "$@"
if [ "$MEDIA_LEVEL" = 1 ]; then
  if [ "$(id -u)" = 0 ]; then set -- "$UNSHARE" -n -- "$@"; else set -- "$UNSHARE" -Urn -- "$@"; fi
fi
exec "$@"
