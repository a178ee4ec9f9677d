/** The drawing on the stamp, as SVG paths: on the screen, in the try-out mailbox and on icons. */

/** A V folded like a flap: one half open, one half veiled. On 32 x 32. */
export const MARK =
  'M2 5h9.4L16 12.56V28zM20.6 5H30L28.54 7.4H19.14zM18.17 9H27.57L26.1 11.4H16.9V11.08zM16.9 13H25.13L23.67 15.4H16.9zM16.9 17H22.7L21.23 19.4H16.9zM16.9 21H20.26L18.8 23.4H16.9z';

/** The lines below the mark, on the stamp's 66 x 90: each on whole pixels if the stamp has its full size. */
export const ENGRAVED = 'M78 60.500h27m0 3H78m0 3h27m0 3H78m0 3h27';

/** The value beside the lines, one alias: a drawing, as no browser hides or replaces it. */
export const VALUE =
  'M112.200 73v-.900l2.200-.350V64.800l-2.400.750v-1l3.900-1.750h.550v8.950l2.050.350v.900z';
