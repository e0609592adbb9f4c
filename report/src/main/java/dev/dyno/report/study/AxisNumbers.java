package dev.dyno.report.study;

import dev.dyno.driver.setting.Units;
import dev.dyno.model.pace.Rate;
import dev.dyno.model.result.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** Values of an axis as numbers, if all are plain numbers, all rates, all sizes or all times. */
record AxisNumbers(List<Double> values, Unit unit) {

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d[\\d_]*(\\.\\d+)?");
    private static final Pattern RATE = Pattern.compile(".*/(s|m|min|h)");
    /** Sizes. Values that are all without a unit match {@link #NUMBER} first, so at least one has a unit. */
    private static final Pattern SIZE = Pattern.compile("\\d[\\d_.]*\\s*(([KMGT]i?)?B)?");

    private static final Pattern TIME = Pattern.compile("(\\d+(\\.\\d+)?(ns|us|ms|s|m|h|d))+");

    static Optional<AxisNumbers> of(List<String> names) {
        return of(names, NUMBER, Unit.NUMBER, text -> Double.parseDouble(text.replace("_", "")))
                .or(() -> of(names, RATE, Unit.NUMBER, text -> Rate.parse(text).perSecond()))
                .or(() -> of(names, SIZE, Unit.BYTES, Units::parseBytes))
                .or(() -> of(names, TIME, Unit.CLOCK_SECONDS, text -> Units.parseDurationNs(text) / 1e9));
    }

    private static Optional<AxisNumbers> of(
            List<String> names, Pattern pattern, Unit unit, ToDoubleFunction<String> parser) {
        if (names.isEmpty()
                || !names.stream().allMatch(name -> pattern.matcher(name).matches())) {
            return Optional.empty();
        }
        List<Double> values = new ArrayList<>();
        try {
            names.forEach(name -> values.add(parser.applyAsDouble(name)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return Optional.of(new AxisNumbers(values, unit));
    }

    /** Whether a logarithmic axis is better: of three or more values above 0, the greatest is at least 50 times the least. */
    boolean isLogarithmic() {
        double least = values.stream().mapToDouble(v -> v).min().orElse(0);
        double most = values.stream().mapToDouble(v -> v).max().orElse(0);
        return values.size() > 2 && least > 0 && most / least >= 50;
    }
}
