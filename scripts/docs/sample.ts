/** The index that the examples of the reference page read: small enough to check an answer by eye. */
export const sample = {
  name: 'boats',
  mappings: {
    properties: {
      name: { type: 'keyword' },
      kind: { type: 'keyword' },
      metres: { type: 'double' },
      crew: { type: 'integer' },
      built: { type: 'date' },
      note: { type: 'text' },
    },
  },
  documents: [
    {
      name: 'Gull',
      kind: 'sail',
      metres: 9.5,
      crew: 2,
      built: '1998-05-01',
      note: 'Quick in a light wind',
    },
    {
      name: 'Heron',
      kind: 'sail',
      metres: 12.5,
      crew: 4,
      built: '2005-03-15',
      note: 'Slow in a light wind, quick in a storm',
    },
    { name: 'Otter', kind: 'motor', metres: 7, crew: 1, built: '2012-07-30', note: 'Quick at any tide' },
    { name: 'Teal', kind: 'motor', metres: 8, crew: null, built: '2020-01-10', note: 'Waits for the tide' },
  ],
} as const;
