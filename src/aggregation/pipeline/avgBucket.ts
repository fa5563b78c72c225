import { siblingPipeline } from './siblingPipeline.ts';
import { SimpleValue } from './simpleValue.ts';

export const avgBucket = siblingPipeline({
  name: 'avg_bucket',
  summarize(values, format) {
    const sum = values.reduce((total, { value }) => total + value, 0);
    return new SimpleValue(sum / values.length, format);
  },
});
