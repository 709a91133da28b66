import type { Import } from '../../../shared/app-api.ts'
import { counted, moneyText } from '../ui/format.ts'
import type { Missing } from './decisions.ts'
import { openSlots } from './map/slots.ts'
import type { Order } from './price/use-order.ts'
import type { FilePlace } from './where/use-file-chain.ts'

/** What a run still needs from the person, in the order of the decisions. */
export function missingOf(file: Import, place: FilePlace, order: Order): Missing[] {
  const { failure, counts } = file
  const missing: Missing[] = []
  const add = (decision: Missing['decision'], words: string) => missing.push({ decision, words })
  if (place.strange) add('where', 'The addresses are of another chain')
  else if (place.collection && place.collection.unavailable !== null) add('where', 'Choose another collection')
  if (failure?.code === 'sheet.hidden') add('check', 'What becomes of hidden rows?')
  // A missing recipient column, or two columns of one name, is a question of the columns, not of the rows.
  const [question] = file.columns.length > 0 && file.state !== 'checking' ? openSlots(file.columns) : []
  const asked = question && (question.title === 'Recipient' || counts.ready === 0)
  if (asked) add('columns', question.question)
  else if (failure?.code === 'header.duplicate') add('columns', 'Two columns have one name: which is meant?')
  else if (failure?.code.startsWith('cell.')) add('columns', 'Nobody sees the name of a column as it is')
  if (counts.errors > 0 && file.state === 'checked' && order.errorsLeft && !asked && !place.strange)
    add('check', `${counted(counts.errors, 'row')} ${counts.errors === 1 ? 'needs' : 'need'} you`)
  const { quote } = order
  if (order.priceable && quote.error) add('price', 'There is no price now')
  if (order.short && quote.data) add('price', `The fee balance is short of ${moneyText(quote.data.shortfall)}`)
  if (!order.ceiling.valid) add('price', 'Say what the run may cost')
  if (order.unsure && quote.data) add('price', `Type ${counts.nfts.toLocaleString('en-US')} to mint with real money`)
  return missing
}
