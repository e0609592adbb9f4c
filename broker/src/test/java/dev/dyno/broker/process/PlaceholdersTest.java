package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlaceholdersTest {

    private final Placeholders placeholders =
            new Placeholders(Set.of("a", "b", "unset"), Map.of("a", "<1 & \"2\">", "b", " back\\slash ${a} ü"));

    @Test
    void aLineWithAnUnsetKnobIsLeftOut() throws Exception {
        assertThat(placeholders.fillAll(List.of("x", "${b}${unset}", "${unset}", "y"), "here"))
                .containsExactly("x", "y");
    }

    @Test
    void valuesAreEscapedAsTheFileNeedsItAndNotFilledInAgain() throws Exception {
        assertThat(placeholders.fillFile(Path.of("f.xml"), "<k>${a}</k>\n"))
                .isEqualTo("<k>&lt;1 &amp; &quot;2&quot;&gt;</k>\n");
        assertThat(placeholders.fillFile(Path.of("f.properties"), "k=${b}"))
                .isEqualTo("k=\\ back\\\\slash ${a} \\u00fc\n");
        assertThat(placeholders.fillFile(Path.of("f.conf"), "k=${a}!")).isEqualTo("k=<1 & \"2\">!\n");
        assertThat(placeholders.fillFile(Path.of("f.json"), "{k: \"${a}\"}")).isEqualTo("{k: \"<1 & \\\"2\\\">\"}\n");
        assertThat(placeholders.fillFile(Path.of("f.config"), "{k, <<\"${b}\">>}"))
                .isEqualTo("{k, <<\" back\\\\slash ${a} \\x{c3}\\x{bc}\">>}\n");
    }

    @Test
    void aBooleanKnobKeepsALineOrLeavesItOut() throws Exception {
        Placeholders flags = new Placeholders(Set.of("on", "off", "unset"), Map.of("on", "true", "off", "false"));
        assertThat(flags.fillAll(
                        List.of("${if on}1", "${if off}2", "${if unset}3", "${unless on}4", "${unless off}5", "6"),
                        "here"))
                .containsExactly("1", "5", "6");
        assertThat(flags.fillAll(
                        List.of(
                                "amqp${on?s}://",
                                "amqp${off?s}://",
                                "${on?ssl:tcp}://",
                                "${off?ssl:tcp}://",
                                "${on?x://:}",
                                "${off?x://:}"),
                        "here"))
                .containsExactly("amqps://", "amqp://", "ssl://", "tcp://", "x://", "");
        assertThatThrownBy(() -> flags.fillAll(List.of("${if tls}x"), "here"))
                .hasMessageStartingWith("here: unknown placeholder ${tls}; ");
    }

    @Test
    void aLineIsForAVersionAndLaterOnesOrForEarlierOnes() throws Exception {
        List<String> lines = List.of("${if version>=4.0}new", "${unless version>=4.0}old", "${version>=4.0?x:y}");
        for (String old : List.of("3.10.8", "3.13", "4.0-rc1")) {
            assertThat(of(old).fillAll(lines, "here")).containsExactly("old", "y");
        }
        for (String recent : List.of("4.0", "4.0.5", "4.10.1", "10.0", "")) {
            assertThat(of(recent).fillAll(lines, "here")).containsExactly("new", "x");
        }
    }

    private static Placeholders of(String version) {
        return new Placeholders(Set.of(), Map.of("version", version));
    }

    @Test
    void aNameThatNobodyProvidesIsAnErrorWithItsLine() {
        assertThatThrownBy(() -> placeholders.fillFile(Path.of("f.xml"), "x\n${c}"))
                .isInstanceOf(BrokerException.class)
                .hasMessage("f.xml:2: unknown placeholder ${c}; must be a knob or a port of the recipe, or one of data,"
                        + " home, host, interface, port, program, program-folder, random, version.");
        assertThatThrownBy(() -> placeholders.fillFile(Path.of("f.xml"), "${a"))
                .hasMessage("f.xml:1: '${' without '}'.");
    }
}
