import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import type { Run } from '../../../shared/app-api.ts'
import { duration } from '../ui/format.ts'
import { rateOverTime } from './rate.ts'

/** The rate of a run over its time; a module of its own, because the chart library is heavy. */
export default function RateChart({ history }: { history: Run['history'] }) {
  return (
    <AreaChart
      h={160}
      data={rateOverTime(history).map(({ second, rate }) => ({ second: duration(second), rate }))}
      dataKey="second"
      series={[{ name: 'rate', label: 'NFTs per second', color: 'blue.6' }]}
      curveType="monotone"
      withGradient={false}
      fillOpacity={0.15}
      withDots={false}
      areaProps={{ isAnimationActive: false }}
      xAxisProps={{ minTickGap: 48 }}
      yAxisProps={{ width: 48, allowDecimals: false }}
    />
  )
}
