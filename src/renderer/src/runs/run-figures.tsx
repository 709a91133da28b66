import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Run } from '../../../shared/app-api.ts'
import { explorerPage } from '../../../shared/explorer.ts'
import { familyOf } from '../../../shared/families.ts'
import { quotedFor } from '../../../shared/words/quoted-for.ts'
import { useAppState } from '../api/context.tsx'
import { Address } from '../ui/address.tsx'
import { duration, moneyText, percent } from '../ui/format.ts'
import { KindBadge } from '../ui/kind-badge.tsx'
import { Worth } from '../ui/money/worth.tsx'
import { rateOf, rateText } from './rate.ts'
import { RunCeiling } from './run-ceiling.tsx'
import classes from './run-figures.module.css'

/** Rate, time, fee against the quote, and the contract. */
export function RunFigures({ run }: { run: Run }) {
  const { data: state } = useAppState()
  const { gasPrice, words: named } = familyOf(run.chain)
  const ended = run.completedAt !== null
  const rate = rateOf(run)
  const quoted = run.quotedForOthers ?? run.quotedFee
  const network = state?.networks.find(({ chain }) => chain === run.chain)
  return (
    <dl className={classes.figures}>
      <Figure term={ended ? 'Average rate' : 'Rate'}>{rate === null ? '–' : `${rateText(rate)} NFTs/s`}</Figure>
      {!ended ? (
        <Figure term="Time left">
          {run.secondsLeft === null ? 'not known yet' : `about ${duration(run.secondsLeft)}`}
        </Figure>
      ) : (
        <Figure term="Minting took">{run.activeSeconds > 0 ? duration(run.activeSeconds) : '–'}</Figure>
      )}
      <Figure
        term={
          <Group gap="xs" component="span">
            {ended ? 'Fee' : 'Fee so far'}
            {state && <KindBadge kind={state.project.kind} />}
          </Group>
        }
      >
        {moneyText(run.fee)}
        {state && <Worth money={run.fee} kind={state.project.kind} />}
        {run.restFee !== null && run.restFee.amount !== '0' && (
          <Beside>about {moneyText(run.restFee)} more to come</Beside>
        )}
        {quoted !== null && (
          <Beside>
            {moneyText(quoted)} quoted{quotedFor(run)}
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
