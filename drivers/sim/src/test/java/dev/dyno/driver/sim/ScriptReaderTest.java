package dev.dyno.driver.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.setting.Units;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        String settings = "service=uniform(50us, 150us); servers=unlimited; delivery=1.5ms; origin=3s; seed=-7;"
                + " stall=1s every 10s, 5ms every 1s from 500ms, 2s at 7s; fail=never; lose=1/1000; corrupt=1e-6;"
                + " duplicate=every 5; reorder=0.25; connect=4ms; capacity=10; prefetch=1; session=1min; lend=yes;"
                + " lump=10ms; die=2min; return=3min";
        assertThat(read(Stream.of(settings.split("; ", -1))
                        .map(setting -> setting.split("=", 2))
                        .collect(Collectors.toMap(setting -> setting[0], setting -> setting[1]))))
                .isEqualTo(new SimScript(
                        new ServiceTime.Uniform(50_000, 150_000),
                        false,
                        1_500_000,
                        List.of(
                                new ScriptedStalls.Stall(1_000_000_000, 10_000_000_000L, 0),
                                new ScriptedStalls.Stall(5_000_000, 1_000_000_000, 500_000_000),
                                ScriptedStalls.Stall.once(2_000_000_000L, 7_000_000_000L)),
                        OptionalLong.of(3_000_000_000L),
                        -7,
                        MessageSelection.NEVER,
                        new MessageSelection.Chance(0.001),
                        new MessageSelection.Chance(1e-6),
                        new MessageSelection.Every(5),
                        new MessageSelection.Chance(0.25),
                        4_000_000,
                        10,
                        1,
                        60_000_000_000L,
                        10_000_000,
                        true,
                        OptionalLong.of(120_000_000_000L),
                        OptionalLong.of(180_000_000_000L)));
    }

    @Test
    void withoutSettingsNothingTakesTimeOrGoesWrong() throws DriverException {
        ServiceTime atOnce = new ServiceTime.Constant(0);
        MessageSelection no = MessageSelection.NEVER;
        OptionalLong none = OptionalLong.empty();
        SimScript expected = new SimScript(
                atOnce, true, 0, List.of(), none, 1, no, no, no, no, no, 0, 0, 1_000, 0, 0, false, none, none);
        assertThat(read(Map.of())).isEqualTo(expected);
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
        assertThatThrownBy(() -> read(Map.of("servise", "1ms")))
                .isInstanceOf(DriverException.class)
                .hasMessage("sim://s: servise: unknown setting of the simulated broker; did you mean service?");
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
        assertThatThrownBy(() -> open(url, Map.of()))
                .isInstanceOf(DriverException.class)
                .hasMessageContaining(why);
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
            assertThatThrownBy(() -> open("sim://shared?lose=0.4", Map.of()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("runs with other settings already");
            assertThatThrownBy(() -> open("sim://shared", Map.of()))
                    .isInstanceOf(DriverException.class)
                    .hasMessageContaining("runs on another clock already");
        }
        assertThat(SimBroker.find("sim://shared?x=y")).isEmpty();
    }
}
