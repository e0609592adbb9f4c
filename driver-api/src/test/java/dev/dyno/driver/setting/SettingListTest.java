package dev.dyno.driver.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingListTest {

    private static final Setting<Integer> COUNT =
            Setting.of("x.count", ValueType.count(1, 5), "how many").defaultText("3");
    private static final Setting<String> ANY = Setting.of("x.any.NAME", ValueType.text(), "anything");

    @Test
    void aMemberOfAFamilyIsFoundByItsBeginning() {
        SettingList list = SettingList.of(COUNT, ANY);
        assertThat(list.find("x.any.thing")).contains(ANY);
        assertThat(list.find("x.any.")).isEmpty();
        assertThat(list.find("x.any")).isEmpty();
        assertThat(list.find("x.count")).contains(COUNT);
        assertThat(list.find("x.count.er")).isEmpty();
    }

    @Test
    void aDefaultThatCannotBeReadIsRefusedWhereItIsDeclared() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> COUNT.defaultText("6"))
                .withMessage("6; must be a whole number from 1 to 5.");
    }

    @Test
    void twoOfOneNameAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SettingList.of(COUNT, COUNT))
                .withMessage("x.count: declared twice.");
    }

    @Test
    void theValueOfASecretIsNotRepeated() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> COUNT.hidden().parse("geheim"))
                .withMessage("x.count: (hidden); must be a whole number from 1 to 5.");
    }

    @ParameterizedTest
    @CsvSource({
        "lingerms,     linger.ms", "lnger.ms,     linger.ms", "x-max-lenght, x-max-length", "io,           io",
        "linger,       linger.ms", "oi,           io", "ligner.sm,    linger.ms", "x-max,        ",
        "ioo,          io", "nothing.else, ", "xo,           io", "abc,          "
    })
    void aNearNameIsFewEditsAway(String given, String near) {
        assertThat(NearName.of(given, List.of("linger.ms", "x-max-length", "x-max-length-bytes", "io")))
                .isEqualTo(Optional.ofNullable(near));
    }
}
