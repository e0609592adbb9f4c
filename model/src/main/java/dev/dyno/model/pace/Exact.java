package dev.dyno.model.pace;

/** Integer arithmetic whose intermediate results do not fit into a long, without allocating. */
final class Exact {

    /** Bound of results: a result of 2^62 or more is returned as {@link Long#MAX_VALUE}. */
    static final long LIMIT = 1L << 62;

    private Exact() {}

    /**
     * {@code (n * factor + addend) / divisor} rounded down, exact although the product may have 114 bits; {@link Long#MAX_VALUE}
     * if the result is 2^62 or more.
     *
     * <p>The floating-point estimate of a quotient near 2^62 is off by little more than 2^62 * 2^-51, so its remainder is less
     * than 2^12 divisors from 0 and fits into a long: wrapping arithmetic gives the remainder exactly, and with it the quotient.
     *
     * @param n at least 0
     * @param factor 0 to 2^51
     * @param addend 0 to 2^51
     * @param divisor 1 to 2^51
     */
    static long multiplyAddDivide(long n, long factor, long addend, long divisor) {
        final long product = n * factor;
        final long low = product + addend;
        final long quotient;
        if (product >= 0 && low >= 0 && Math.multiplyHigh(n, factor) == 0) {
            quotient = low / divisor;
        } else {
            final double estimate = ((double) n * factor + addend) / divisor;
            if (estimate > 1.001 * LIMIT) {
                return Long.MAX_VALUE;
            }
            final long nearly = (long) estimate;
            quotient = nearly + Math.floorDiv(low - nearly * divisor, divisor);
        }
        return quotient >= LIMIT ? Long.MAX_VALUE : quotient;
    }
}
