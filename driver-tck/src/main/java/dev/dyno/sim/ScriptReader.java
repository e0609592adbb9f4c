package dev.dyno.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.setting.Kind;
import dev.dyno.driver.setting.Setting;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a {@link SimScript} strictly: every value that is not understood becomes a sentence, and all are told at once. */
final class ScriptReader {

    /** {@link SimDriver} explains them. */
    static final List<Setting<?>> SETTINGS = List.of(
            setting("capacity", "0", "messages that wait or are worked on at the most; 0 = no limit"),
            setting("corrupt", "never", "which messages have a changed byte: every N, or a probability"),
            setting("delivery", "0ns", "time from the acknowledgement to the delivery"),
            setting("die", "", "time after the origin at which the broker is gone; without it, never"),
            setting("duplicate", "never", "which messages are delivered twice: every N, or a probability"),
            setting("fail", "never", "which sends fail: every N, or a probability"),
            setting("lend", "no", "yes: producers also send on the broker's thread, after completions"),
            setting("lose", "never", "which messages are acknowledged and never delivered: every N, or a probability"),
            setting(
                    "lump",
                    "0ns",
                    "the broker acknowledges at multiples of this time after the origin; 0ns = each at once"),
            setting(
                    "origin",
                    "",
                    "reading of the clock that stall, lump and die count from; without it, the first connection"),
            setting("prefetch", "1000", "messages that wait inside a consumer that receives"),
            setting(
                    "reorder",
                    "never",
                    "which messages are delivered after the next one of their producer: every N, or a probability"),
            setting(
                    "return",
                    "",
                    "time after the origin at which a broker that died is there again; without it, never"),
            setting("seed", "1", "of all that is drawn"),
            setting("servers", "1", "1, or unlimited: each message is worked on at once"),
            setting(
                    "service",
                    "0ns",
                    "work on one message: a duration, uniform(50us,150us), exponential(100us), or 10ms for 5s, then 1ms"),
            setting("session", "0ns", "time until the broker notices that a connection broke"),
            setting(
                    "stall",
                    "never",
                    "when no work is done: 1s every 10s, 1s every 10s from 5s, or 1s at 5s, several separated by commas"));

    private static final List<String> KEYS =
            SETTINGS.stream().<String>map(Setting::name).toList();

    private static final Map<String, String> DEFAULTS = SETTINGS.stream()
            .collect(Collectors.toMap(
                    Setting::name, setting -> setting.otherwise().orElse("")));

    private static final Pattern DURATION = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)\\s*(ns|us|ms|s|min|h)");
    private static final Pattern STALL = Pattern.compile("(\\S+) every (\\S+?)(?: from (\\S+))?");
    private static final Pattern STALL_ONCE = Pattern.compile("(\\S+) at (\\S+)");
    private static final Pattern UNIFORM = Pattern.compile("uniform\\(([^,]+),([^,]+)\\)");
    private static final Pattern EXPONENTIAL = Pattern.compile("exponential\\((.+)\\)");
    private static final Pattern THEN = Pattern.compile("(.+) for (.+?), then (.+)");
    private static final Pattern FRACTION = Pattern.compile("(\\d{1,15})/(\\d{1,15})");
    private static final Pattern EVERY = Pattern.compile("every (\\d{1,18})");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");
    private static final String A_DURATION = "a duration such as 1s, 10ms, 500us or 100ns";

    private final Map<String, String> values;
    private final List<String> problems = new ArrayList<>();

    private static Setting<String> setting(String name, String otherwise, String meaning) {
        final Setting<String> setting = Setting.of(name, Kind.text(), meaning);
        return otherwise.isEmpty() ? setting : setting.otherwise(otherwise);
    }

    private ScriptReader(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads the settings of {@code address}.
     *
     * @throws DriverException with all that is wrong, in one line
     */
    static SimScript read(String address, Map<String, String> values) throws DriverException {
        final ScriptReader reader = new ScriptReader(values);
        for (final String key : values.keySet()) {
            if (!KEYS.contains(key)) {
                reader.problems.add("unknown setting '" + key + "'; expected one of " + String.join(", ", KEYS));
            }
        }
        final SimScript script = reader.script();
        if (!reader.problems.isEmpty()) {
            throw new DriverException(address + ": " + String.join("; ", reader.problems) + ".");
        }
        return script;
    }

    private SimScript script() {
        final OptionalLong die = value("die", ScriptReader::optionalNs, A_DURATION, OptionalLong.empty());
        return new SimScript(
                value(
                        "service",
                        ScriptReader::service,
                        A_DURATION
                                + ", uniform(50us,150us) or exponential(100us), or one after the other: 10ms for 5s, then 1ms",
                        new ServiceTime.Constant(0)),
                value("servers", ScriptReader::oneServer, "1 or unlimited", true),
                value("delivery", ScriptReader::durationNs, A_DURATION, 0L),
                stalls(),
                value("origin", ScriptReader::optionalNs, A_DURATION + ", read on the clock", OptionalLong.empty()),
                value("seed", ScriptReader::whole, "a whole number", 1L),
                fault("fail"),
                fault("lose"),
                fault("corrupt"),
                fault("duplicate"),
                fault("reorder"),
                count("capacity", 0, "a number of messages, or 0 for no limit"),
                count("prefetch", 1, "a number of messages, at least 1"),
                value("session", ScriptReader::durationNs, A_DURATION, 0L),
                value("lump", ScriptReader::durationNs, A_DURATION, 0L),
                value("lend", ScriptReader::yesOrNo, "yes or no", false),
                die,
                returnNs(die));
    }

    private OptionalLong returnNs(OptionalLong die) {
        final OptionalLong back = value("return", ScriptReader::optionalNs, A_DURATION, OptionalLong.empty());
        if (back.isPresent() && (die.isEmpty() || die.getAsLong() >= back.getAsLong())) {
            problems.add("return: '" + values.get("return") + "'; must be later than 'die'");
        }
        return back;
    }

    private <T> T value(String key, Function<String, @Nullable T> parse, String allowed, T whenWrong) {
        final String text =
                values.getOrDefault(key, DEFAULTS.getOrDefault(key, "")).strip();
        if (values.containsKey(key) && text.isEmpty()) {
            return wrong(key, text, allowed, whenWrong);
        }
        final T parsed = parse.apply(text);
        return parsed == null ? wrong(key, text, allowed, whenWrong) : parsed;
    }

    private <T> T wrong(String key, String text, String allowed, T whenWrong) {
        problems.add(key + ": '" + text + "'; must be " + allowed);
        return whenWrong;
    }

    private Fault fault(String key) {
        return value(
                key,
                ScriptReader::parseFault,
                "never, a probability such as 0.001 or 1/1000, or 'every 1000'",
                Fault.NEVER);
    }

    private int count(String key, int least, String allowed) {
        return value(
                key,
                text -> {
                    final Long n = whole(text);
                    return n == null || n < least || n > Integer.MAX_VALUE ? null : n.intValue();
                },
                allowed,
                least);
    }

    private List<Stalls.Stall> stalls() {
        final String allowed =
                "such as '1s every 10s', '1s every 10s from 5s' or '1s at 5s', several separated by commas,"
                        + " each shorter than its period and together less than all the time";
        return value("stall", ScriptReader::parseStalls, allowed, List.of());
    }

    private static @Nullable List<Stalls.Stall> parseStalls(String text) {
        final List<Stalls.Stall> stalls = new ArrayList<>();
        if (text.equals("never")) {
            return stalls;
        }
        double share = 0;
        for (final String part : Arrays.asList(text.split(",", -1))) {
            final Matcher once = STALL_ONCE.matcher(part.strip());
            if (once.matches()) {
                final Long lengthNs = durationNs(once.group(1));
                final Long atNs = durationNs(once.group(2));
                if (lengthNs == null || atNs == null || lengthNs <= 0) {
                    return null;
                }
                stalls.add(Stalls.Stall.once(lengthNs, atNs));
                continue;
            }
            final Matcher matcher = STALL.matcher(part.strip());
            if (!matcher.matches()) {
                return null;
            }
            final Long lengthNs = durationNs(matcher.group(1));
            final Long periodNs = durationNs(matcher.group(2));
            final String from = matcher.group(3);
            final Long fromNs = from == null ? Long.valueOf(0) : durationNs(from);
            if (lengthNs == null || periodNs == null || fromNs == null || lengthNs <= 0 || lengthNs >= periodNs) {
                return null;
            }
            share += (double) lengthNs / periodNs;
            stalls.add(new Stalls.Stall(lengthNs, periodNs, fromNs));
        }
        return share < 1 ? List.copyOf(stalls) : null;
    }

    private static @Nullable ServiceTime service(String text) {
        final Matcher then = THEN.matcher(text);
        if (then.matches()) {
            final ServiceTime first = service(then.group(1).strip());
            final Long untilNs = durationNs(then.group(2).strip());
            final ServiceTime later = service(then.group(3).strip());
            return first == null || untilNs == null || later == null
                    ? null
                    : new ServiceTime.Then(first, untilNs, later);
        }
        final Matcher uniform = UNIFORM.matcher(text);
        if (uniform.matches()) {
            final Long from = durationNs(uniform.group(1).strip());
            final Long to = durationNs(uniform.group(2).strip());
            return from == null || to == null || from > to ? null : new ServiceTime.Uniform(from, to);
        }
        final Matcher exponential = EXPONENTIAL.matcher(text);
        final Long ns = durationNs(exponential.matches() ? exponential.group(1).strip() : text);
        if (ns == null) {
            return null;
        }
        return exponential.matches() ? new ServiceTime.Exponential(ns) : new ServiceTime.Constant(ns);
    }

    private static @Nullable Fault parseFault(String text) {
        if (text.equals("never")) {
            return Fault.NEVER;
        }
        final Matcher every = EVERY.matcher(text);
        if (every.matches()) {
            final long n = Long.parseLong(every.group(1));
            return n < 1 ? null : new Fault.Every(n);
        }
        final Matcher fraction = FRACTION.matcher(text);
        final double probability;
        if (fraction.matches()) {
            probability = (double) Long.parseLong(fraction.group(1)) / Long.parseLong(fraction.group(2));
        } else if (text.matches("\\d{1,15}(\\.\\d{1,15})?([eE]-?\\d{1,3})?")) {
            probability = Double.parseDouble(text);
        } else {
            return null;
        }
        return probability >= 0 && probability <= 1 ? new Fault.Chance(probability) : null;
    }

    private static @Nullable Boolean oneServer(String text) {
        return switch (text) {
            case "1" -> Boolean.TRUE;
            case "unlimited" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static @Nullable Boolean yesOrNo(String text) {
        return switch (text) {
            case "yes" -> Boolean.TRUE;
            case "no" -> Boolean.FALSE;
            default -> null;
        };
    }

    private static @Nullable OptionalLong optionalNs(String text) {
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        final Long ns = durationNs(text);
        return ns == null ? null : OptionalLong.of(ns);
    }

    private static @Nullable Long whole(String text) {
        return WHOLE.matcher(text).matches() ? Long.valueOf(text) : null;
    }

    /** A whole number of ns below 2^61 (73 years), or null. */
    private static @Nullable Long durationNs(String text) {
        final Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        final long unitNs =
                switch (matcher.group(2)) {
                    case "ns" -> 1L;
                    case "us" -> 1_000L;
                    case "ms" -> 1_000_000L;
                    case "s" -> 1_000_000_000L;
                    case "min" -> 60_000_000_000L;
                    default -> 3_600_000_000_000L;
                };
        final BigDecimal ns = new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(unitNs))
                .stripTrailingZeros();
        return ns.scale() > 0 || ns.compareTo(BigDecimal.valueOf(1L << 61)) >= 0 ? null : Long.valueOf(ns.longValue());
    }
}
