package dev.dyno.model.result;

import java.util.Arrays;

/**
 * Sequence of numbers, one for each interval or sample; a missing one is NaN here and null in JSON.
 *
 * <p>Assumptions and guarantees: does not change once it is built.
 */
public final class Column {

    private final double[] values;

    private Column(double[] values) {
        this.values = values;
    }

    public static Column of(double... values) {
        return new Column(values.clone());
    }

    public int size() {
        return values.length;
    }

    /** The number at an index; NaN if it is missing. */
    public double get(int index) {
        return values[index];
    }

    public boolean has(int index) {
        return !Double.isNaN(values[index]);
    }

    public Column times(double factor) {
        return new Column(Arrays.stream(values).map(value -> value * factor).toArray());
    }

    /** The number rounded to the given number of significant decimal digits: charts need no more, and files are smaller. */
    public static double significant(double value, int digits) {
        if (value == 0 || !Double.isFinite(value)) {
            return value;
        }
        int exponent = digits - 1 - (int) Math.floor(Math.log10(Math.abs(value)));
        // A power of ten below 1 is not exact, so dividing by its inverse keeps the result the closest double.
        double scale = Math.pow(10, Math.abs(exponent));
        return exponent >= 0 ? Math.rint(value * scale) / scale : Math.rint(value / scale) * scale;
    }

    /** Median of numbers in any order; of an even number of them the mean of the two in the middle, NaN without any. */
    public static double median(double... numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Column column && Arrays.equals(values, column.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }

    /** Builds a column from its beginning to its end. */
    public static final class Builder {

        private double[] values = new double[64];
        private int size;

        public void add(double value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        /** Adds a count or a time in ns, exact up to 2^53. */
        public void add(long value) {
            add((double) value);
        }

        /** Adds a number at an index, and missing ones before it. */
        public void add(int index, double value) {
            padTo(index);
            add(value);
        }

        private void padTo(int newSize) {
            while (size < newSize) {
                add(Double.NaN);
            }
        }

        public double get(int index) {
            return values[index];
        }

        public int size() {
            return size;
        }

        public Column build() {
            return build(size);
        }

        /** @param newSize at least the current size; missing numbers are added */
        public Column build(int newSize) {
            padTo(newSize);
            return new Column(Arrays.copyOf(values, size));
        }
    }
}
