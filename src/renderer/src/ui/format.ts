export {
  bytes,
  coins,
  count,
  counted,
  duration,
  moment,
  moneyText,
  percent,
  shortAddress,
} from '../../../shared/format.ts'
