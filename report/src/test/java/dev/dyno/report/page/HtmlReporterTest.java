package dev.dyno.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dyno.model.result.Interval;
import dev.dyno.model.result.Samples;
import dev.dyno.report.store.Reporter;
import dev.dyno.report.store.RunFolder;
import dev.dyno.report.store.RunFolderException;
import dev.dyno.report.store.RunFolderReader;
import dev.dyno.report.store.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class HtmlReporterTest {

    private static final Pattern DATA = Pattern.compile("<script type=\"text/plain\" id=\"data\">([^<]*)</script>");

    private static Path store(Path runs) throws IOException {
        Path folder = RunFolder.create(runs, Samples.START, "a", "b");
        try (Reporter reporter = RunFolder.reporter(folder)) {
            for (Interval interval : Samples.intervals()) {
                reporter.onInterval(interval);
            }
            reporter.onResult(Samples.result());
        }
        return folder;
    }

    private static JsonNode dataOf(String page) throws IOException {
        Matcher data = DATA.matcher(page);
        assertThat(data.find()).isTrue();
        try (InputStream json =
                new GZIPInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(data.group(1))))) {
            return StrictJson.MAPPER.readTree(json.readAllBytes());
        }
    }

    @Test
    void pageHoldsTheRunsThatWereAskedFor(@TempDir Path temp) throws Exception {
        Path one = store(temp);
        Path page = temp.resolve("page.html");
        HtmlReporter.write(page, List.of(one, store(temp)));

        JsonNode data = dataOf(Files.readString(page));
        RunCollector collector = new RunCollector();
        new RunFolderReader(one).replay(collector);
        assertThat(data.path("runs")).hasSize(2);
        assertThat(data.path("runs").path(0))
                .isEqualTo(StrictJson.MAPPER
                        .readTree(ReportJson.write(
                                ReportData.of(List.of(collector.run().orElseThrow()))))
                        .path("runs")
                        .path(0));
        assertThat(temp.resolve("page.html.tmp")).doesNotExist();
    }

    /** It must work offline, and tell nobody that it is looked at. */
    @Test
    void pageRefersToNothingOutsideAndHasTheLicenceOfItsLibrary(@TempDir Path temp) throws Exception {
        Path page = temp.resolve("page.html");
        HtmlReporter.write(page, List.of(store(temp)));
        String text = DATA.matcher(Files.readString(page)).replaceFirst("");

        assertThat(text)
                .contains("default-src 'none'", "The MIT License (MIT)", "Copyright (c) 2022 Leon Sorokin")
                .doesNotContain("{{");
        assertThat(text)
                .doesNotContainPattern("(?i)\\s(src|href|srcset|action|poster|background)\\s*=\\s*[\"']")
                .doesNotContainPattern(
                        "(?i)url\\s*\\(|@import|\\bimport\\s*\\(|\\bfetch\\s*\\(|XMLHttpRequest|WebSocket")
                .doesNotContainPattern("(?i)EventSource|sendBeacon|<link|<img|<iframe|<object|<embed");
        // The library's name in a comment is no reference.
        assertThat(text.replace("/*! https://github.com/leeoniya/uPlot (v1.6.32) */", ""))
                .doesNotContainPattern("(?i)https?:|//[a-z0-9-]+\\.[a-z]");
    }

    @Test
    void everyModuleOfTheScriptIsInThePage() throws Exception {
        Path folder = Path.of(Objects.requireNonNull(HtmlReporter.class.getResource("page.js"))
                        .toURI())
                .getParent();
        assertThat(Objects.requireNonNull(folder).toFile().list())
                .filteredOn(name -> name.endsWith(".js"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(HtmlReporter.MODULES.stream(), Stream.of("server", "live", "runs", "form"))
                                .map(name -> name + ".js")
                                .toList());
    }

    /** SHA-256 of the files in uplot-1.6.32.tgz of npm. */
    @ParameterizedTest
    @CsvSource({
        "uPlot.iife.min.js, 19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
        "uPlot.min.css, df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
        "LICENSE, 8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd"
    })
    void libraryIsAsItWasPublished(String name, String sha256) throws Exception {
        try (InputStream in = Objects.requireNonNull(HtmlReporter.class.getResourceAsStream("uplot/" + name))) {
            assertThat(HexFormat.of()
                            .formatHex(MessageDigest.getInstance("SHA-256").digest(in.readAllBytes())))
                    .isEqualTo(sha256);
        }
    }

    @Test
    void nameOfARunCannotBreakOutOfThePage() throws Exception {
        RunCollector collector = new RunCollector();
        collector.onResult(Samples.result(parts -> parts.name = "</title><script>alert(1)</script>{{data}}$1"));
        String page = HtmlReporter.page(ReportData.of(List.of(collector.run().orElseThrow())));

        assertThat(page)
                .contains("<title>&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{data}}$1 r-012345")
                .doesNotContain("<script>alert");
        assertThat(dataOf(page).path("runs")).hasSize(1);
    }

    @Test
    void runThatFailedHasItsPage(@TempDir Path temp) throws Exception {
        Path page = temp.resolve("page.html");
        try (Reporter reporter = new HtmlReporter(page, Optional.empty())) {
            reporter.onResult(Samples.result());
        }

        assertThat(dataOf(Files.readString(page)).at("/runs/0/outcome/cause").asString())
                .contains("connection lost");
    }

    @Test
    void damagedRunIsASentenceAndLeavesNoPage(@TempDir Path temp) throws Exception {
        Path folder = store(temp);
        Files.writeString(folder.resolve("latency.hdr"), "");
        Path page = temp.resolve("page.html");

        assertThatThrownBy(() -> HtmlReporter.write(page, List.of(folder)))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("latency.hdr is damaged");
        assertThat(page).doesNotExist();
    }
}
