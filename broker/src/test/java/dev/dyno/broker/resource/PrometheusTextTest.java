package dev.dyno.broker.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.broker.resource.PrometheusText.Series;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusTextTest {

    private static Series only(String page) throws ProbeException {
        List<Series> all = PrometheusText.parse(page);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void aSeriesHasNameLabelsAndNumber() throws ProbeException {
        assertThat(only("queue_depth{queue=\"orders\",vhost=\"/\"} 12.5"))
                .isEqualTo(new Series(
                        "queue_depth{queue=\"orders\",vhost=\"/\"}",
                        "queue_depth",
                        Map.of("queue", "orders", "vhost", "/"),
                        12.5,
                        false));
        assertThat(only("up 1")).isEqualTo(new Series("up", "up", Map.of(), 1, false));
        assertThat(only("\tup{} 1e3 1395066363000\r\n")).isEqualTo(new Series("up{}", "up", Map.of(), 1000, false));
    }

    @Test
    void labelsHaveEscapesSpacesAndACommaAtTheEnd() throws ProbeException {
        assertThat(only("m { a = \"C:\\\\DIR\\nx \\\"y\\\", }{\" , b=\"\", } 0").labels())
                .isEqualTo(Map.of("a", "C:\\DIR\nx \"y\", }{", "b", ""));
    }

    @ParameterizedTest
    @CsvSource({"NaN,NaN", "+Inf,Infinity", "Inf,Infinity", "-Inf,-Infinity", "-1.5e-3,-0.0015", "0x1p4,16"})
    void numbersAreThoseOfTheFormat(String text, double value) throws ProbeException {
        assertThat(only("m " + text).value()).isEqualTo(Double.valueOf(value));
    }

    @Test
    void theTypeSaysWhatGrows() throws ProbeException {
        List<Series> all = PrometheusText.parse("""
                # HELP bytes_total Bytes. With \\\\ and # in it
                # TYPE bytes_total counter
                bytes_total 1
                # TYPE depth gauge
                depth 1
                # TYPE took summary
                took{quantile="0.5"} 1
                took_sum 1
                took_count 1
                # TYPE lasted histogram
                lasted_bucket{le="+Inf"} 1
                lasted_sum 1
                lasted_count 1
                # TYPE odd_total gauge
                odd_total 1
                # a comment

                unknown_total 1
                unknown_count 1
                # EOF
                """);
        assertThat(all.stream().filter(Series::counter).map(Series::name))
                .containsExactly(
                        "bytes_total",
                        "took_sum",
                        "took_count",
                        "lasted_bucket",
                        "lasted_sum",
                        "lasted_count",
                        "unknown_total");
        assertThat(all).hasSize(11);
    }

    @Test
    void exemplarsOfOpenMetricsAreLeftOut() throws ProbeException {
        assertThat(only("m_total 5 # {trace=\"a b\"} 1.0 1.5").value()).isEqualTo(5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<html>",
                "1up 1",
                "up one",
                "up",
                "up 1 2 3",
                "up{a=\"b\" c=\"d\"} 1",
                "up{a=b} 1",
                "up{a=\"b} 1",
                "up{a} 1"
            })
    void aLineThatIsWrongIsShownWithItsNumber(String line) {
        assertThatThrownBy(() -> PrometheusText.parse("# a\nup 1\n" + line + "\n"))
                .isInstanceOf(ProbeException.class)
                .hasMessage("its line 3 is not in the text format of Prometheus: " + line);
    }
}
