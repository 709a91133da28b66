/** What a practice network of Aptos says of itself wherever it is shown. */
export const simulatedNotice = 'Simulated: no Move VM.'
