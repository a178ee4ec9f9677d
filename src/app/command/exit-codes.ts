/** Exit codes of sysexits.h that commands end with. */

/** The command line is wrong. */
export const EXIT_USAGE = 64;
/** A service that is needed does not answer. */
export const EXIT_UNAVAILABLE = 69;
