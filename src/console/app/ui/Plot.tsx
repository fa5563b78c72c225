import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { isDark } from '../lib/theme.ts';

type Options = Omit<uPlot.Options, 'width' | 'height'>;

interface PlotProps {
  /** What the picture says, in words. */
  readonly label: string;
  /** Made anew when the theme changes, so that it may read colours. */
  readonly options: () => Options;
  readonly data: uPlot.AlignedData;
  readonly height: number;
  /** Another one: other options. */
  readonly shape?: unknown;
  readonly onPlot?: (plot: uPlot) => void;
}

/** uPlot in a box as wide as its place. */
export function Plot({ label, options, data, height, shape = '', onPlot }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const dark = isDark.value;
  // The data are set below; theme and shape make it anew.
  useEffect(() => {
    const place = box.current as HTMLDivElement;
    const made = new uPlot({ ...options(), width: Math.max(1, place.clientWidth), height }, data, place);
    plot.current = made;
    onPlot?.(made);
    const observer = new ResizeObserver(() =>
      made.setSize({ width: Math.max(1, place.clientWidth), height }),
    );
    observer.observe(place);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [dark, shape, height]);
  useEffect(() => {
    plot.current?.setData(data);
  }, [data]);
  return <div class="plot" role="img" aria-label={label} ref={box} />;
}
