/** The counts that all nodes keep together, in the shape in which rate-limiter-flexible asks a database for them. */
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
