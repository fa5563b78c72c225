// Runs in the page of a report, behind uPlot: draws every figure from the data that it holds.
(() => {
  const HEIGHT = 320;
  const COLOURS = 6;
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();

  const axis = (label, size) => ({ label, size, stroke: colour('soft'), grid: { stroke: colour('line'), width: 1 } });
  const scale = (isLog) => ({ time: false, distr: isLog ? 3 : 1 });

  for (const figure of document.querySelectorAll('figure[data-chart]')) {
    const { xLabel, yLabel, series, logX, logY } = JSON.parse(figure.dataset.chart);
    const tables = series.map(({ points }) => {
      const sorted = [...points].sort((a, b) => a[0] - b[0]);
      return [sorted.map((point) => point[0]), sorted.map((point) => point[1])];
    });
    const lines = series.map(({ name, dashed }, i) => ({
      label: name,
      stroke: colour(`s${i % COLOURS}`),
      width: 2,
      spanGaps: true,
      dash: dashed ? [6, 5] : undefined,
      points: { show: !dashed, size: 6 },
    }));
    const plot = new uPlot(
      {
        width: figure.clientWidth - 32,
        height: HEIGHT,
        scales: { x: scale(logX), y: scale(logY) },
        axes: [axis(xLabel, 40), axis(yLabel, 64)],
        series: [{ label: xLabel }, ...lines],
      },
      uPlot.join(tables),
      figure,
    );
    addEventListener('resize', () => plot.setSize({ width: figure.clientWidth - 32, height: HEIGHT }));
  }
})();
