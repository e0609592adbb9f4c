package dev.dyno.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {

    @Test
    void fieldsAreQuotedOnlyWhereThatIsNeeded() {
        assertThat(Csv.row(List.of("plain", "", "a b", "a,b", "say \"yes\"", "two\nlines", "cr\r")))
                .isEqualTo("plain,,a b,\"a,b\",\"say \"\"yes\"\"\",\"two\nlines\",\"cr\r\"\r\n");
    }
}
