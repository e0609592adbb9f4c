package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import dev.dyno.driver.DriverSettings;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.Setting;
import dev.dyno.driver.setting.SettingList;
import dev.dyno.driver.setting.Units;
import dev.dyno.driver.setting.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the settings of a {@link SimScript}; {@link SimDriver} describes their effects. */
final class ScriptReader {

    private static final Pattern STALL = Pattern.compile("(\\S+) every (\\S+?)(?: from (\\S+))?");
    private static final Pattern STALL_ONCE = Pattern.compile("(\\S+) at (\\S+)");
    private static final Pattern UNIFORM = Pattern.compile("uniform\\(([^,]+),([^,]+)\\)");
    private static final Pattern EXPONENTIAL = Pattern.compile("exponential\\((.+)\\)");
    private static final Pattern THEN = Pattern.compile("(.+?) for (.+?), then (.+)");
    private static final Pattern FRACTION = Pattern.compile("(\\d{1,15})/(\\d{1,15})");
    private static final Pattern EVERY = Pattern.compile("every (\\d{1,18})");

    private static final String A_DURATION = "a duration such as 1s, 10ms, 500us or 100ns";
    private static final ValueType<Long> TIME = kind("TIME", A_DURATION, ScriptReader::ns);
    private static final ValueType<MessageSelection> FAULT = kind(
                    "SHARE", "a probability such as 0.001 or 1/1000, or every 1000", ScriptReader::fault)
            .or("never", MessageSelection.NEVER);

    private static final SettingList.Builder ALL = new SettingList.Builder();

    static final Setting<Integer> CAPACITY = ALL.add(
            "capacity",
            ValueType.count(0, Integer.MAX_VALUE),
            "0",
            "messages that wait or are worked on at the most; 0 = no limit");
    static final Setting<Long> CONNECT = ALL.add("connect", TIME, "0ns", "time to open a connection");
    static final Setting<MessageSelection> CORRUPT = fault("corrupt", "which messages have a changed byte");
    static final Setting<Long> DELIVERY =
            ALL.add("delivery", TIME, "0ns", "time from the acknowledgement to the delivery");
    static final Setting<Long> DIE =
            ALL.optional("die", TIME, "10s", "time after the origin at which the broker is gone; without it, never");
    static final Setting<MessageSelection> DUPLICATE = fault("duplicate", "which messages are delivered twice");
    static final Setting<MessageSelection> FAIL = fault("fail", "which sends fail");
    static final Setting<Boolean> LEND = ALL.add(
            "lend",
            ValueType.choice(Map.entry("yes", true), Map.entry("no", false)),
            "no",
            "yes: producers also send on the broker's thread, after completions");
    static final Setting<MessageSelection> LOSE = fault("lose", "which messages are acknowledged and never delivered");
    static final Setting<Long> LUMP = ALL.add(
            "lump",
            TIME,
            "0ns",
            "the broker acknowledges at multiples of this time after the origin; 0ns = each at once");
    static final Setting<Long> ORIGIN = ALL.optional(
            "origin",
            TIME,
            "10s",
            "reading of the clock that stall, lump and die count from; without it, the first connection");
    static final Setting<Integer> PREFETCH = ALL.add(
            "prefetch",
            ValueType.count(1, Integer.MAX_VALUE),
            "1000",
            "messages that wait inside a consumer that receives");
    static final Setting<MessageSelection> REORDER =
            fault("reorder", "which messages are delivered after the next one of their producer");
    static final Setting<Long> RETURN = ALL.optional(
            "return",
            TIME,
            "20s",
            "time after the origin at which a broker that died is there again; without it, never");
    static final Setting<Long> SEED =
            ALL.add("seed", ValueType.whole(Long.MIN_VALUE, Long.MAX_VALUE), "1", "of all that is drawn");
    static final Setting<Boolean> ONE_SERVER = ALL.add(
            "servers",
            ValueType.choice(Map.entry("1", true), Map.entry("unlimited", false)),
            "1",
            "1, or unlimited: each message is worked on at once");
    static final Setting<ServiceTime> SERVICE = ALL.add(
            "service",
            kind(
                    "TIME",
                    A_DURATION
                            + ", uniform(50us,150us) or exponential(100us), or one after the other: 10ms for 5s, then 1ms",
                    ScriptReader::service),
            "0ns",
            "work on one message");
    static final Setting<Long> SESSION =
            ALL.add("session", TIME, "0ns", "time until the broker notices that a connection broke");
    static final Setting<List<ScriptedStalls.Stall>> STALLS = ALL.add(
            "stall",
            kind(
                            "STALL",
                            "stalls such as '1s every 10s', '1s every 10s from 5s' or '1s at 5s', several separated by commas,"
                                    + " each shorter than its period and together less than all the time",
                            ScriptReader::stalls)
                    .or("never", List.of()),
            "never",
            "when no work is done");

    static final DriverSettings SETTINGS = DriverSettings.of("the simulated broker", "", ALL.list());

    private ScriptReader() {}

    private static Setting<MessageSelection> fault(String name, String meaning) {
        return ALL.add(name, FAULT, "never", meaning + ": every N, or a probability");
    }

    private static <T> ValueType<T> kind(String word, String expectation, Function<String, T> reader) {
        return ValueType.of(word, expectation, text -> {
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        ValueType.refusal(text, expectation).getMessage(), e);
            }
        });
    }

    /**
     * Reads the settings of {@code address}.
     *
     * @throws DriverException with all errors, in one line
     */
    static SimScript read(String address, Map<String, String> given) throws DriverException {
        final SettingValues values;
        try {
            values = SETTINGS.read(given);
        } catch (DriverException e) {
            throw new DriverException(address + ": " + e.getMessage(), e);
        }
        final Optional<Long> returnNs = values.given(RETURN);
        if (returnNs.isPresent() && values.given(DIE).orElse(Long.MAX_VALUE) >= returnNs.get()) {
            throw new DriverException(address + ": return: " + given.get("return") + "; must be later than die.");
        }
        return SimScript.of(SETTINGS.own(), values);
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException();
        }
    }

    private static List<ScriptedStalls.Stall> stalls(String text) {
        final List<ScriptedStalls.Stall> stalls = new ArrayList<>();
        double share = 0;
        for (final String part : text.split(",", -1)) {
            final Matcher once = STALL_ONCE.matcher(part.strip());
            final Matcher again = STALL.matcher(part.strip());
            if (once.matches()) {
                stalls.add(ScriptedStalls.Stall.once(ns(once.group(1)), ns(once.group(2))));
            } else {
                require(again.matches());
                final long periodNs = ns(again.group(2));
                final String from = again.group(3);
                stalls.add(new ScriptedStalls.Stall(ns(again.group(1)), periodNs, from == null ? 0 : ns(from)));
                share += (double) ns(again.group(1)) / periodNs;
                require(ns(again.group(1)) < periodNs);
            }
            require(stalls.get(stalls.size() - 1).lengthNs() > 0);
        }
        require(share < 1);
        return List.copyOf(stalls);
    }

    private static ServiceTime service(String text) {
        final Matcher then = THEN.matcher(text);
        if (then.matches()) {
            return new ServiceTime.Then(service(group(then, 1)), ns(group(then, 2)), service(group(then, 3)));
        }
        final Matcher uniform = UNIFORM.matcher(text);
        if (uniform.matches()) {
            final long fromNs = ns(group(uniform, 1));
            final long toNs = ns(group(uniform, 2));
            require(fromNs <= toNs);
            return new ServiceTime.Uniform(fromNs, toNs);
        }
        final Matcher exponential = EXPONENTIAL.matcher(text);
        return exponential.matches()
                ? new ServiceTime.Exponential(ns(group(exponential, 1)))
                : new ServiceTime.Constant(ns(text));
    }

    private static String group(Matcher matcher, int group) {
        return Units.group(matcher, group).strip();
    }

    private static MessageSelection fault(String text) {
        final Matcher every = EVERY.matcher(text);
        if (every.matches()) {
            final long n = Long.parseLong(every.group(1));
            require(n >= 1);
            return new MessageSelection.Every(n);
        }
        final Matcher fraction = FRACTION.matcher(text);
        require(fraction.matches() || text.matches("\\d{1,15}(\\.\\d{1,15})?([eE]-?\\d{1,3})?"));
        final double probability = fraction.matches()
                ? (double) Long.parseLong(fraction.group(1)) / Long.parseLong(fraction.group(2))
                : Double.parseDouble(text);
        require(probability >= 0 && probability <= 1);
        return new MessageSelection.Chance(probability);
    }

    /** Reads a duration with a unit, in whole ns below 2^61 (73 years). Spaces may precede the unit; {@code min} is one, too. */
    private static long ns(String text) {
        require(!text.isEmpty() && !Character.isDigit(text.charAt(text.length() - 1)));
        final long ns = Units.parseDurationNs(text.replaceFirst("\\s*min$", "m").replaceFirst("\\s+(?=[a-z]+$)", ""));
        require(ns < 1L << 61);
        return ns;
    }
}
