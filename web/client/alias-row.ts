/** A row of the table `aliases`, as the api returns it (product specification, section 3). */
export type AliasRow = {
  id: string;
  real_email: string;
  alias_email: string;
  active: boolean;
  /** ISO 8601. */
  created_at: string;
};
