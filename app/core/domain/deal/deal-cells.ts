const plain = (cell: string): string => cell.normalize("NFKC").trim();

/** Groups of three between one and the same mark, which is not the decimal one; "0,500" is a half. */
const POINT_DECIMAL = /^[1-9]\d{0,2}(?:([,'’ ])\d{3})(?:\1\d{3})*(?:\.\d+)?$/;
const COMMA_DECIMAL = /^[1-9]\d{0,2}(?:([.'’ ])\d{3})(?:\1\d{3})*,\d{1,2}$/;
const COMMA_ALONE = /^\d+,\d{1,2}$/;
/** One group alone may be decimals: "12.500". */
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

/** An amount as spreadsheets write it: "84,000.50", "84.000,50", "84 000,5". @returns the cell itself where it has two readings, or none */
export function amountOf(cell: string): string {
  const text = plain(cell);
  if (POINT_DECIMAL.test(text)) return text.replace(/[^\d.]/g, "");
  if (COMMA_DECIMAL.test(text) || COMMA_ALONE.test(text))
    return text.replace(/[^\d,]/g, "").replace(",", ".");
  return POINT_GROUPS.test(text) ? text.replaceAll(".", "") : text;
}

const YEAR_FIRST = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/;
const DAY_FIRST = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/;
const EITHER_FIRST = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/;
const MIDNIGHT = /[T\s]+0{1,2}:00(?::00(?:\.0+)?)?$/;

/** Of a date with its time. */
const MOST_LETTERS = 40;

/** A date as spreadsheets write it, as "2027-01-29". @returns the cell itself where it has two readings, or none */
export function dateOf(cell: string): string {
  if (cell.length > MOST_LETTERS) return cell;
  const text = plain(cell).replace(MIDNIGHT, "");
  const [, year, month, day] = YEAR_FIRST.exec(text) ?? [];
  if (year && month && day) return iso(year, month, day);
  const [, dayOf, monthOf, yearOf] = DAY_FIRST.exec(text) ?? [];
  if (yearOf && monthOf && dayOf) return iso(yearOf, monthOf, dayOf);
  const [, one, , other, its] = EITHER_FIRST.exec(text) ?? [];
  if (!one || !other || !its) return text;
  if (Number(one) > 12 || one === other) return iso(its, other, one);
  // "01/12/2026" is December in Paris and January in New York.
  return Number(other) > 12 ? iso(its, one, other) : text;
}

const iso = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
