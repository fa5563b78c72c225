/** The part of a `_bulk` response that concerns failures. */
export interface BulkAnswer {
  readonly errors: boolean;
  readonly items: readonly Readonly<Record<string, BulkItem>>[];
}

interface BulkItem {
  readonly _id?: string | null;
  readonly error?: {
    readonly type: string;
    readonly reason: string;
    readonly caused_by?: { readonly reason?: string };
  };
}

export interface BulkRefusal {
  /** 0-based index of the action in the request. */
  readonly position: number;
  readonly id: string | null;
  /** `mapper_parsing_exception: failed to parse … (For input string: "x")`. */
  readonly reason: string;
}

/** The failed actions of a bulk request, with reasons. */
export function bulkRefusals({ errors, items }: BulkAnswer): readonly BulkRefusal[] {
  if (!errors) return [];
  return items.flatMap((item, position) => {
    const { _id: id = null, error } = Object.values(item)[0];
    if (!error) return [];
    const cause = error.caused_by?.reason;
    return [{ position, id, reason: `${error.type}: ${error.reason}${cause ? ` (${cause})` : ''}` }];
  });
}
