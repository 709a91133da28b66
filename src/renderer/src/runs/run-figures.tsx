import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Run } from '../../../shared/app-api.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { familyOf } from '../../../shared/families.ts'
import { useAppState } from '../api/context.tsx'
import { Address } from '../ui/address.tsx'
import { duration, moneyText, percent } from '../ui/format.ts'
import { KindBadge } from '../ui/kind-badge.tsx'
import { rateText } from './rate.ts'
import { RunCeiling } from './run-ceiling.tsx'
import classes from './run-figures.module.css'

function seconds(run: Run): number | null {
  return run.completedAt === null ? null : (Date.parse(run.completedAt) - Date.parse(run.createdAt)) / 1000
}

/** Rate, time, fee against the quote, and the contract. */
export function RunFigures({ run }: { run: Run }) {
  const { data: state } = useAppState()
  const { gasPrice, words: named } = familyOf(run.chain)
  const taken = seconds(run)
  const network = state?.networks.find(({ chain }) => chain === run.chain)
  return (
    <dl className={classes.figures}>
      <Figure term={taken === null ? 'Rate' : 'Average rate'}>
        {rateText(taken === null ? run.rate : run.counts.succeeded / Math.max(1, taken))} NFTs/s
      </Figure>
      {taken === null ? (
        <Figure term="Time left">
          {run.secondsLeft === null ? 'not known yet' : `about ${duration(run.secondsLeft)}`}
        </Figure>
      ) : (
        <Figure term="Took">{duration(taken)}</Figure>
      )}
      <Figure
        term={
          <Group gap="xs" component="span">
            {taken === null ? 'Fee so far' : 'Fee'}
            {state && <KindBadge kind={state.project.kind} />}
          </Group>
        }
      >
        {moneyText(run.fee)}
        {run.restFee !== null && run.restFee.amount !== '0' && (
          <Beside>about {moneyText(run.restFee)} more to come</Beside>
        )}
        {run.quotedFee !== null && (
          <Beside>
            {moneyText(run.quotedFee)} quoted
            {run.feeDifference !== null && run.feeDifference !== 0 && `, ${percent(run.feeDifference)}`}
          </Beside>
        )}
      </Figure>
      {gasPrice !== null && (
        <Figure term="Fee ceiling">
          <RunCeiling run={run} />
        </Figure>
      )}
      <Figure term={named.contract}>
        {run.contractAddress === null ? (
          'made with the first mint'
        ) : (
          <Address
            address={run.contractAddress}
            what={named.contract.toLowerCase()}
            explorer={explorerPage(network, 'address', run.contractAddress)}
          />
        )}
      </Figure>
    </dl>
  )
}

function Beside({ children }: { children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  )
}

function Figure({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
