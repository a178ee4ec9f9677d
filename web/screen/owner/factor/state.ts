/** A second factor during its set-up. */
export type ShownEnrolment = { id: string; qr: string; secret: string };
