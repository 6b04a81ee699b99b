# Sourced by the benchmark scripts, which set `runs` and `scratch`.

# Prints the minimum user + system seconds of a command's runs, and the peak memory.
measure() {
  local name=$1 best= most=0 run user system memory
  shift
  for ((run = 0; run < runs; run++)); do
    # The last line of standard error is that of time.
    /usr/bin/time -f '%U %S %M' "$@" >/dev/null 2>"$scratch/errors" || { tail -1 "$scratch/errors" >&2; return; }
    read -r user system memory < <(tail -1 "$scratch/errors")
    best=$(awk -v b="$best" -v u="$user" -v s="$system" 'BEGIN { t = u + s; print b == "" || t < b ? t : b }')
    ((memory > most)) && most=$memory
  done
  awk -v n="$name" -v t="$best" -v m="$most" 'BEGIN { printf "%-34s %8.2f s CPU %6d MB\n", n, t, m / 1024 }'
}
