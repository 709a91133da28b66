import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import type { Run } from '../../../shared/app-api.ts'

/** NFTs minted block by block, as steps; a module of its own, because the chart library is heavy. */
export default function RateChart({ blocks: { points } }: { blocks: Run['blocks'] }) {
  // Repeats the last point to give the last step a width.
  const steps = [...points, points.at(-1) ?? 0].map((nfts, place) => ({ place: String(place + 1), nfts }))
  return (
    <AreaChart
      h={140}
      data={steps}
      dataKey="place"
      series={[{ name: 'nfts', label: 'NFTs in the block', color: 'blue.6' }]}
      curveType="stepAfter"
      withGradient={false}
      fillOpacity={0.18}
      strokeWidth={1.5}
      withDots={false}
      withXAxis={false}
      withTooltip={false}
      gridAxis="y"
      // The chart does nothing by keyboard: in the tab order it would be a stop without a name.
      areaChartProps={{ accessibilityLayer: false }}
      areaProps={{ isAnimationActive: false }}
      yAxisProps={{ width: 48, allowDecimals: false, domain: [0, 'auto'] }}
    />
  )
}
