import { siblingPipeline } from './siblingPipeline.ts';
import { SimpleValue } from './simpleValue.ts';

export const sumBucket = siblingPipeline({
  name: 'sum_bucket',
  summarize: (values, format) =>
    new SimpleValue(
      values.reduce((total, { value }) => total + value, 0),
      format,
    ),
});
