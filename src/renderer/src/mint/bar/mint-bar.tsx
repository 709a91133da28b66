import { Button, Checkbox, Progress, Text } from '@mantine/core'
import type { CollectionSummary, Import } from '../../../../shared/app-api.ts'
import { Failure } from '../../ui/failure.tsx'
import { counted, duration, moneyText } from '../../ui/format.ts'
import { KindBadge } from '../../ui/kind-badge.tsx'
import type { DecisionName, Missing } from '../decisions.ts'
import type { Order } from '../price/use-order.ts'
import classes from './bar.module.css'
import { Bar } from './bar.tsx'

export interface MintBarProps {
  file: Import
  collection: CollectionSummary | undefined
  order: Order
  missing: readonly Missing[]
  onShow(decision: DecisionName): void
}

/** The bar at the foot: how many, where, cost and time, what is missing, and the only button that mints. */
export function MintBar({ file, collection, order, missing, onShow }: MintBarProps) {
  const { counts } = file
  const { quote, start, made } = order
  const price = order.priceable ? quote.data : undefined
  const chain = collection?.chainLabel ?? '…'
  // If the whole file does not fit its collection, leaving rows out does not help.
  const canLeaveOut =
    file.state === 'checked' &&
    counts.errors > 0 &&
    counts.ready > 0 &&
    !missing.some(({ decision }) => decision === 'where' || decision === 'columns')
  return (
    <Bar
      above={
        start.error && (
          <Failure
            title="The run was not started"
            error={start.error}
            money="Look at Runs before you try again: if it did start, it is there. No row is minted twice."
          />
        )
      }
      button={
        <Button
          size="md"
          className={classes.press ?? ''}
          disabled={!order.ready}
          loading={start.isPending}
          onClick={order.press}
        >
          {counts.nfts > 0 ? `Mint ${counted(counts.nfts, 'NFT')} on ${chain}` : 'Nothing to mint'}
        </Button>
      }
    >
      <div className={classes.facts}>
        {order.live && <KindBadge kind="live" />}
        <Text size="sm" component="span" fw={600} className={file.state === 'checking' ? undefined : classes.inButton}>
          {file.state === 'checking' ? 'Checking the rows' : counted(counts.nfts, 'NFT')}
        </Text>
        {collection && (
          <Text size="sm" component="span" className="breakable">
            {collection.metadata.name}
          </Text>
        )}
        {price && (
          <Text size="sm" component="span">
            about {moneyText(price.fee.expected)}
          </Text>
        )}
        {price && (
          <Text size="sm" component="span">
            about {duration(price.seconds)}
          </Text>
        )}
      </div>
      {missing.length > 0 && (
        <ul className={classes.missing} aria-label="What is missing">
          {missing.map(({ decision, words }) => (
            <li key={words}>
              <button type="button" className={classes.lead} onClick={() => onShow(decision)}>
                {words}
              </button>
            </li>
          ))}
        </ul>
      )}
      {canLeaveOut && (
        <Checkbox
          size="sm"
          label={`Leave out the ${counted(counts.errors, 'row')} with errors`}
          checked={order.leaveOut}
          onChange={(event) => order.setLeaveOut(event.currentTarget.checked)}
        />
      )}
      {made !== null && (
        <div role="status">
          <Progress value={made * 100} aria-label="Run prepared" size="sm" />
          <Text size="xs" c="dimmed">
            Preparing the run: {Math.floor(made * 100)} %.
          </Text>
        </div>
      )}
    </Bar>
  )
}
