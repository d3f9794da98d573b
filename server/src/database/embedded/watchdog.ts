/**
 * A shell that runs its arguments as a program without input, and reads its own standard input, which closes when we
 * end in any way whatever: then it interrupts the program.
 */
export const WITH_WATCHDOG = `
exec 3<&0
"$@" 3<&- </dev/null &
program=$!
( read -r _ <&3; kill -INT $program ) 2>/dev/null &
exec 3<&-
wait $program`;
