package dev.dyno.driver.sim;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.setting.Units;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptReaderTest {

    private static SimScript read(Map<String, String> values) throws DriverException {
        return ScriptReader.read("sim://s", values);
    }

    private static Client open(String url, Map<String, String> properties) throws DriverException {
        return new SimDriver().open(new ClientSpec(url, Optional.empty(), properties, new VirtualTime()));
    }

    @Test
    void everySettingIsRead() throws DriverException {
        assertThat(read(Map.ofEntries(
                        Map.entry("service", "uniform(50us, 150us)"),
                        Map.entry("servers", "unlimited"),
                        Map.entry("delivery", "1.5ms"),
                        Map.entry("stall", "1s every 10s, 5ms every 1s from 500ms, 2s at 7s"),
                        Map.entry("origin", "3s"),
                        Map.entry("seed", "-7"),
                        Map.entry("fail", "never"),
                        Map.entry("lose", "1/1000"),
                        Map.entry("corrupt", "1e-6"),
                        Map.entry("duplicate", "every 5"),
                        Map.entry("reorder", "0.25"),
                        Map.entry("connect", "4ms"),
                        Map.entry("capacity", "10"),
                        Map.entry("prefetch", "1"),
                        Map.entry("session", "1min"),
                        Map.entry("lend", "yes"),
                        Map.entry("lump", "10ms"),
                        Map.entry("die", "2min"),
                        Map.entry("return", "3min"))))
                .isEqualTo(new SimScript(Map.ofEntries(
                        Map.entry(ScriptReader.SERVICE, new ServiceTime.Uniform(50_000, 150_000)),
                        Map.entry(ScriptReader.ONE_SERVER, false),
                        Map.entry(ScriptReader.DELIVERY, 1_500_000L),
                        Map.entry(
                                ScriptReader.STALLS,
                                List.of(
                                        new ScriptedStalls.Stall(1_000_000_000, 10_000_000_000L, 0),
                                        new ScriptedStalls.Stall(5_000_000, 1_000_000_000, 500_000_000),
                                        ScriptedStalls.Stall.once(2_000_000_000L, 7_000_000_000L))),
                        Map.entry(ScriptReader.ORIGIN, 3_000_000_000L),
                        Map.entry(ScriptReader.SEED, -7L),
                        Map.entry(ScriptReader.FAIL, MessageSelection.NEVER),
                        Map.entry(ScriptReader.LOSE, new MessageSelection.Chance(0.001)),
                        Map.entry(ScriptReader.CORRUPT, new MessageSelection.Chance(1e-6)),
                        Map.entry(ScriptReader.DUPLICATE, new MessageSelection.Every(5)),
                        Map.entry(ScriptReader.REORDER, new MessageSelection.Chance(0.25)),
                        Map.entry(ScriptReader.CONNECT, 4_000_000L),
                        Map.entry(ScriptReader.CAPACITY, 10),
                        Map.entry(ScriptReader.PREFETCH, 1),
                        Map.entry(ScriptReader.SESSION, 60_000_000_000L),
                        Map.entry(ScriptReader.LUMP, 10_000_000L),
                        Map.entry(ScriptReader.LEND, true),
                        Map.entry(ScriptReader.DIE, 120_000_000_000L),
                        Map.entry(ScriptReader.RETURN, 180_000_000_000L))));
    }

    @Test
    void withoutSettingsNothingTakesTimeOrGoesWrong() throws DriverException {
        assertThat(read(Map.of()))
                .isEqualTo(new SimScript(Map.ofEntries(
                        Map.entry(ScriptReader.SERVICE, new ServiceTime.Constant(0)),
                        Map.entry(ScriptReader.ONE_SERVER, true),
                        Map.entry(ScriptReader.DELIVERY, 0L),
                        Map.entry(ScriptReader.STALLS, List.of()),
                        Map.entry(ScriptReader.SEED, 1L),
                        Map.entry(ScriptReader.FAIL, MessageSelection.NEVER),
                        Map.entry(ScriptReader.LOSE, MessageSelection.NEVER),
                        Map.entry(ScriptReader.CORRUPT, MessageSelection.NEVER),
                        Map.entry(ScriptReader.DUPLICATE, MessageSelection.NEVER),
                        Map.entry(ScriptReader.REORDER, MessageSelection.NEVER),
                        Map.entry(ScriptReader.CONNECT, 0L),
                        Map.entry(ScriptReader.CAPACITY, 0),
                        Map.entry(ScriptReader.PREFETCH, 1_000),
                        Map.entry(ScriptReader.SESSION, 0L),
                        Map.entry(ScriptReader.LUMP, 0L),
                        Map.entry(ScriptReader.LEND, false))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                service  | 5 parsecs          | must be a duration such as 1s, 10ms, 500us or 100ns, uniform(50us,150us)
                service  | 5                  | must be a duration
                service  | -5ms               | must be a duration
                service  | uniform(2ms,1ms)   | must be a duration
                service  | exponential()      | must be a duration
                service  | 0.5ns              | must be a duration
                service  | ''                 | must be a duration
                servers  | 2                  | must be one of 1, unlimited
                lend     | true               | must be one of yes, no
                delivery | soon               | must be a duration
                stall    | 1s                 | such as '1s every 10s'
                stall    | 10s every 10s      | such as '1s every 10s'
                stall    | 0s every 10s       | such as '1s every 10s'
                stall    | 6s every 10s,4s every 10s from 4s | together less than all the time
                stall    | 1s every 10s,      | such as '1s every 10s'
                lose     | every 0            | must be a probability
                lose     | 1.5                | must be a probability
                lose     | 1/0                | must be a probability
                lose     | 3/2                | must be a probability
                reorder  | often              | must be a probability
                seed     | x                  | must be a whole number
                capacity | -1                 | must be a whole number of at least 0
                prefetch | 0                  | must be a whole number of at least 1
                die      | ''                 | must be a duration
                return   | 1s                 | must be later than die
                """)
    void aWrongValueIsNamedWithWhatIsAllowed(String key, String value, String allowed) {
        assertThatThrownBy(() -> read(Map.of(key, value)))
                .isInstanceOf(DriverException.class)
                .hasMessageStartingWith(
                        "sim://s: " + key + ": " + (value.isEmpty() ? "is empty" : Units.quoted(value)) + "; must be ")
                .hasMessageContaining(allowed);
    }

    @Test
    void anUnknownSettingIsNamedWithAGuess() {
        assertFails(
                () -> read(Map.of("servise", "1ms")),
                "sim://s: servise: unknown setting of the simulated broker; did you mean service?");
    }

    @Test
    void allThatIsWrongIsReportedAtOnce() {
        assertThatThrownBy(() -> read(Map.of("lose", "x", "servers", "3")))
                .hasMessageContaining("lose: x")
                .hasMessageContaining("servers: 3")
                .hasMessageNotContainingAny("\n");
    }

    @Test
    void settingsMayStandInTheUrlOrInTheProperties() throws DriverException {
        final SimUrl url = SimUrl.parse("sim", "sim://a.b-c?stall=1s%20every+10s&lose=1/1000", Map.of("seed", "4"));
        assertThat(url.name()).isEqualTo("a.b-c");
        assertThat(url.settings()).isEqualTo(Map.of("stall", "1s every 10s", "lose", "1/1000", "seed", "4"));
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://x, must be sim://NAME",
        "sim://, must be sim://NAME",
        "sim://a/b, must be sim://NAME",
        "sim://a?lose, must be key=value",
        "sim://a?=1, must be key=value",
        "sim://a?lose=%zz, two hexadecimal digits",
        "sim://a?lose=1&lose=0, lose is given twice; leave one of them out"
    })
    void aWrongUrlIsExplained(String url, String why) {
        assertFails(() -> open(url, Map.of()), "…" + why + "…");
    }

    @Test
    void aLaterClientBringsTheSameSettingsOrNone() throws DriverException {
        final VirtualTime time = new VirtualTime();
        final SimDriver driver = new SimDriver();
        try (Client first = driver.open(new ClientSpec("sim://shared?lose=0.5", Optional.empty(), Map.of(), time));
                Client second = driver.open(new ClientSpec("sim://shared", Optional.empty(), Map.of(), time));
                Client third =
                        driver.open(new ClientSpec("sim://shared", Optional.empty(), Map.of("lose", "1/2"), time))) {
            assertThat(first.capabilities().toSet())
                    .isEqualTo(second.capabilities().toSet())
                    .isEqualTo(third.capabilities().toSet());
            assertFails(() -> open("sim://shared?lose=0.4", Map.of()), "…runs with other settings already…");
            assertFails(() -> open("sim://shared", Map.of()), "…runs on another clock already…");
        }
        assertThat(SimBroker.find("sim://shared?x=y")).isEmpty();
    }
}
