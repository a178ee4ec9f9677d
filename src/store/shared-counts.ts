/** The shared counts of all nodes, in the shape that rate-limiter-flexible requires of a database. */
export type SharedCounts = {
  tableName: string;
  client: {
    query: (query: {
      text: string;
      values?: (string | number | null)[];
    }) => Promise<{ rows: object[]; rowCount: number }>;
  };
  close: () => Promise<void>;
};
