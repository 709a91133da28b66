import { useQuery } from '@tanstack/react-query'
import type { Import } from '../../../shared/app-api.ts'
import { useApi } from '../api/context.tsx'
import { counted, duration, moneyText } from '../ui/format.ts'
import { MintBar } from './bar/mint-bar.tsx'
import { CheckButtons } from './check/check-buttons.tsx'
import { CheckStep } from './check/check-step.tsx'
import { useUndo } from './check/use-cells.ts'
import { type LinkTrialOf, trialWords, useLinkTrial } from './check/use-link-trial.ts'
import { Decision } from './decision.tsx'
import type { DecisionName } from './decisions.ts'
import { FileLine } from './file/file-line.tsx'
import { ColumnsStep } from './map/columns-step.tsx'
import { PreviewCards } from './map/preview-cards.tsx'
import { filledBy, slots } from './map/slots.ts'
import { missingOf } from './missing.ts'
import classes from './opened-file.module.css'
import { PriceStep } from './price/price-step.tsx'
import { type Order, useOrder } from './price/use-order.ts'
import { useDecisions } from './use-decisions.ts'
import { firstRows } from './use-import-rows.ts'
import { type FilePlace, useFilePlace } from './where/use-file-chain.ts'
import { WhereStep } from './where/where-step.tsx'

export interface OpenedFileProps {
  file: Import
  onFiles(files: readonly File[]): void
  onClose(): void
}

/** A file on its way to a run: four decisions, of which one is open, the first NFT beside them, and the bar at the foot. */
export function OpenedFile({ file, onFiles, onClose }: OpenedFileProps) {
  const api = useApi()
  const place = useFilePlace(file)
  const order = useOrder(file, place.collection)
  const undo = useUndo(file)
  const links = useLinkTrial(file)
  const rows = useQuery({ ...firstRows(api, file.id), enabled: file.columns.length > 0 }).data?.rows ?? []
  const missing = missingOf(file, place, order)
  const { askedFor, show, touch, goOn, stateOf } = useDecisions(missing, file.state === 'checking' ? 'check' : null)
  // Rows without a recipient column are not shown as checked.
  const unreadable =
    (file.state === 'failed' && file.failure?.code !== 'sheet.hidden') ||
    missing.some(({ decision }) => decision === 'columns')
  const wrongRows = file.counts.errors > 0 && order.errorsLeft
  const decision = (name: DecisionName) => ({
    name,
    state: unreadable && (name === 'check' || name === 'price') ? ('later' as const) : stateOf(name),
    asked: askedFor(name),
    onOpen: () => show(name),
    onTouch: () => touch(name),
    // `missing` names wrong rows only once the file has its collection.
    made: !missing.some((one) => one.decision === name) && !(name === 'check' && wrongRows),
    onNext: name === 'price' || unreadable ? undefined : () => goOn(name),
  })
  return (
    <>
      <FileLine file={file} onFiles={onFiles} onClose={onClose} />
      <div className={classes.both}>
        <div className={classes.decisions}>
          <Decision {...decision('where')} summary={whereWords(place)}>
            <WhereStep file={file} place={place} />
          </Decision>
          <Decision {...decision('columns')} summary={columnWords(file)}>
            <ColumnsStep file={file} rows={rows} />
          </Decision>
          <Decision
            {...decision('check')}
            summary={checkWords(file, links)}
            aside={<CheckButtons file={file} undo={undo} />}
          >
            <CheckStep file={file} links={links} onFiles={onFiles} />
          </Decision>
          <Decision {...decision('price')} summary={priceWords(order)}>
            <PriceStep file={file} order={order} />
          </Decision>
        </div>
        <aside className={classes.card} aria-label="The first NFTs">
          <PreviewCards file={file} rows={rows} />
        </aside>
      </div>
      <MintBar file={file} collection={place.collection} order={order} missing={missing} onShow={show} />
    </>
  )
}

function whereWords({ collection, addresses, strange }: FilePlace): string {
  if (!collection) return ''
  const where = `${collection.metadata.name} on ${collection.chainLabel}`
  return addresses === null || strange ? where : `${where}, as the addresses in the file`
}

function columnWords({ columns }: Import): string {
  const named = slots.map((slot) => {
    const headers = filledBy(slot, columns).map((at) => columns[at]?.header ?? '')
    return headers.length === 0 ? '' : `${slot.title}: ${headers.join(' or ')}`
  })
  const traits = columns.filter(({ field }) => field === 'trait').length
  const hidden = columns.filter(({ field, header }) => field === 'ignore' && header.trim() !== '').length
  return [
    ...named.filter((one) => one !== ''),
    traits > 0 ? counted(traits, 'trait') : '',
    hidden > 0 ? `${hidden} private` : '',
  ]
    .filter((one) => one !== '')
    .join(' · ')
}

function checkWords({ counts }: Import, links: LinkTrialOf): string {
  const parts = [
    counted(counts.rows, 'row'),
    `${counts.ready.toLocaleString('en-US')} ready`,
    counts.errors > 0 ? counted(counts.errors, 'error') : '',
    counts.warnings > 0 ? counted(counts.warnings, 'warning') : '',
    counts.skipped > 0 ? `${counts.skipped.toLocaleString('en-US')} left out` : '',
    trialWords(links),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function priceWords({ quote }: Order): string {
  if (!quote.data) return ''
  return `about ${moneyText(quote.data.fee.expected)}, about ${duration(quote.data.seconds)}`
}
