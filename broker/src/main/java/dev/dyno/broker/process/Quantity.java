package dev.dyno.broker.process;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Optional;

/** Numbers with a unit, in the notation of knobs and the heap. Empty if the text is none. */
final class Quantity {

    private static final long KIBI = 1L << 10;
    private static final long MEBI = 1L << 20;
    private static final long GIBI = 1L << 30;

    /** Bytes per unit. The single letters are those of the JVM and of Artemis, which are binary in both. */
    private static final Map<String, Long> BYTES = Map.ofEntries(
            entry("", 1L),
            entry("B", 1L),
            entry("k", KIBI),
            entry("K", KIBI),
            entry("KiB", KIBI),
            entry("m", MEBI),
            entry("M", MEBI),
            entry("MiB", MEBI),
            entry("g", GIBI),
            entry("G", GIBI),
            entry("GiB", GIBI));

    private static final Map<String, Long> NANOS =
            Map.of("", 1L, "ns", 1L, "us", 1_000L, "µs", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L);

    private static final Map<String, Long> MILLIS = Map.of("", 1L, "ms", 1L, "s", 1_000L, "min", 60_000L);

    private Quantity() {}

    static Optional<Long> whole(String text) {
        return scaled(text, Map.of("", 1L));
    }

    static Optional<Long> bytes(String text) {
        return scaled(text, BYTES);
    }

    static Optional<Long> nanos(String text) {
        return scaled(text, NANOS);
    }

    static Optional<Long> millis(String text) {
        return scaled(text, MILLIS);
    }

    private static Optional<Long> scaled(String text, Map<String, Long> units) {
        int digits = text.startsWith("-") ? 1 : 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        Long unit = units.get(text.substring(digits).strip());
        if (unit == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Math.multiplyExact(Long.parseLong(text.substring(0, digits)), unit));
        } catch (ArithmeticException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
