/** Limits of workbooks, against files made to exhaust a machine. They are Excel's own where it has one. */

/** The most parts in the archive; each picture is one. */
export const maxParts = 100_000
/** A part that unpacks to more than this many bytes … */
export const freePartBytes = 64 * 1024 ** 2
/** … may unpack to at most this many times its packed size; the XML of real sheets has about 10 times, rarely 50. */
export const maxPartRatio = 250
/** The most bytes that any part may unpack to. */
export const maxPartBytes = 8 * 1024 ** 3
/** The most bytes that a part held in memory (styles, drawings, lists) may unpack to. */
export const maxHeldBytes = 256 * 1024 ** 2
/** The most sheets of a workbook. */
export const maxSheets = 1_000
/** Excel's rows of one sheet. */
export const maxSheetRows = 1_048_576
/** Ours: areas of merged cells of one sheet. */
export const maxMergedAreas = 100_000
/** Excel's characters of one cell. */
export const maxExcelCell = 32_767
/** The most characters that repeated rows of an OpenDocument sheet may expand to, not counting the first of each. */
export const maxRepeatedCharacters = 256 * 1024 ** 2
