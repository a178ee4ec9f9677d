/** The shape of texts, whatever their words. */
export type Translated<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translated<Said>
    : { readonly [Key in keyof Texts]: Translated<Texts[Key]> };
