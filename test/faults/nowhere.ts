/**
 * Where nothing answers. A port that was free a moment ago may be another test's; this one no program gets by chance. (Node's fetch refuses 1, 7 and 9
 * by itself.)
 */
export const nowhere = 'http://127.0.0.1:2'
