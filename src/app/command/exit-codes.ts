/** Exit codes of commands: most of them are from sysexits.h. */

/** The command failed, or its result is negative. */
export const EXIT_FAILURE = 1;
/** The command line is wrong. */
export const EXIT_USAGE = 64;
/** A required service does not respond. */
export const EXIT_UNAVAILABLE = 69;
