/** Exit codes that commands end with: most of them of sysexits.h. */

/** The command has failed, or its answer is no. */
export const EXIT_FAILURE = 1;
/** The command line is wrong. */
export const EXIT_USAGE = 64;
/** A service that is needed does not answer. */
export const EXIT_UNAVAILABLE = 69;
