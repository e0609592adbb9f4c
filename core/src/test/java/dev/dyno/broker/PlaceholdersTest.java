package dev.dyno.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PlaceholdersTest {

    private final Placeholders placeholders =
            new Placeholders(Set.of("a", "b", "unset"), Map.of("a", "<1 & \"2\">", "b", " back\\slash ${a}"));

    @Test
    void aLineWithAnUnsetKnobIsLeftOut() throws Exception {
        assertThat(placeholders.fillAll(List.of("x", "${b}${unset}", "${unset}", "y"), "here"))
                .containsExactly("x", "y");
    }

    @Test
    void valuesAreEscapedAsTheFileNeedsItAndNotFilledInAgain() throws Exception {
        assertThat(placeholders.fillFile(Path.of("f.xml"), "<k>${a}</k>\n"))
                .isEqualTo("<k>&lt;1 &amp; &quot;2&quot;&gt;</k>\n");
        assertThat(placeholders.fillFile(Path.of("f.properties"), "k=${b}")).isEqualTo("k=\\ back\\\\slash ${a}\n");
        assertThat(placeholders.fillFile(Path.of("f.conf"), "k=${a}!")).isEqualTo("k=<1 & \"2\">!\n");
    }

    @Test
    void aNameThatNobodyProvidesIsAnErrorWithItsLine() {
        assertThatThrownBy(() -> placeholders.fillFile(Path.of("f.xml"), "x\n${c}"))
                .isInstanceOf(BrokerException.class)
                .hasMessage(
                        "f.xml:2: unknown placeholder ${c}; must be a knob of the recipe or one of data, delete-data,"
                                + " home, port.");
        assertThatThrownBy(() -> placeholders.fillFile(Path.of("f.xml"), "${a"))
                .hasMessage("f.xml:1: '${' without '}'.");
    }
}
