# Sourced by the scripts here; they set `runs` and `scratch`.

# Prints the least user + system seconds of some runs of a command, and the most memory.
measure() {
  local name=$1 best= most=0 run user system memory
  shift
  for ((run = 0; run < runs; run++)); do
    # What a program says last on standard error is ours.
    /usr/bin/time -f '%U %S %M' "$@" >/dev/null 2>"$scratch/said" || { tail -1 "$scratch/said" >&2; return; }
    read -r user system memory < <(tail -1 "$scratch/said")
    best=$(awk -v b="$best" -v u="$user" -v s="$system" 'BEGIN { t = u + s; print b == "" || t < b ? t : b }')
    ((memory > most)) && most=$memory
  done
  awk -v n="$name" -v t="$best" -v m="$most" 'BEGIN { printf "%-34s %8.2f s CPU %6d MB\n", n, t, m / 1024 }'
}
