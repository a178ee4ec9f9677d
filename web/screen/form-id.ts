/** The id of the form element: in the locked form the button is outside of it. */
export const FORM = 'alias-form';
