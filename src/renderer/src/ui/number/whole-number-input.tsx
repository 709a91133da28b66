import { NumberInput, type NumberInputProps } from '@mantine/core'

/**
 * A field for a whole number from 1 on. Its commas separate thousands: Mantine would take a pasted comma for a decimal point, and 10,000 for
 * 10.
 */
export function WholeNumberInput(props: NumberInputProps) {
  return (
    <NumberInput
      min={1}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      allowedDecimalSeparators={['.']}
      {...props}
    />
  )
}
