declare module 'sql.js' {
  export interface Database {
    run(sql: string, values?: readonly (string | number | null)[]): void;
    exec(sql: string): { columns: string[]; values: (string | number | null)[][] }[];
    close(): void;
  }
  export default function initSqlJs(options: {
    useOldExtensionFunctions: boolean;
  }): Promise<{ Database: new () => Database }>;
}
