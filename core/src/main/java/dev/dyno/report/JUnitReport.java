package dev.dyno.report;

import dev.dyno.result.Outcome;
import dev.dyno.result.RunResult;
import dev.dyno.result.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Runs as a test suite in the XML of JUnit, which build servers show: a case for each run. One that failed, or whose numbers are
 * invalid by its verdict or by its mark, is a failure with the reasons; one that is suspect has passed, with the reasons as its
 * output.
 */
public final class JUnitReport {

    private static final String SUITE = "dyno";
    private static final int REPLACEMENT = 0xFFFD;
    private static final int ID_LENGTH = 8;

    private JUnitReport() {}

    /** A run and what is thought of it. */
    private record Case(RunResult result, Verdict verdict) {

        boolean isFailure() {
            return !result.outcome().success() || verdict.level() == Verdict.Level.INVALID;
        }

        /** As in a list of runs: several have the same name. */
        String name() {
            String id = result.runId();
            return result.name() + ' ' + id.substring(0, Math.min(ID_LENGTH, id.length()));
        }

        double seconds() {
            return (result.warmupNs() + result.measuredNs() + result.drainNs()) / 1e9;
        }

        String headline() {
            Outcome outcome = result.outcome();
            return outcome.success()
                    ? verdict.level().name()
                    : "the run failed"
                            + outcome.cause().map(cause -> ": " + cause).orElse("");
        }

        String reasons() {
            return verdict.reasons().stream()
                    .map(reason -> reason.level() + " " + reason.code() + ": " + reason.sentence() + "\n")
                    .collect(Collectors.joining());
        }
    }

    /**
     * Writes a suite of stored runs.
     *
     * @param folders of finished runs
     * @throws RunFolderException with a sentence, if a run cannot be read
     * @throws IOException with a sentence, if the file cannot be written
     */
    public static void write(Path file, List<Path> folders) throws IOException {
        List<Case> cases = new ArrayList<>();
        for (Path folder : folders) {
            RunSummary run = RunFolder.readSummary(folder);
            Verdict measured = run.result().verdict();
            cases.add(new Case(
                    run.result(), run.mark().map(mark -> mark.judge(measured)).orElse(measured)));
        }
        WholeFile.write(file, xml(cases));
    }

    private static String xml(List<Case> cases) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            xml.writeStartElement("testsuite");
            attribute(xml, "name", SUITE);
            attribute(xml, "tests", Integer.toString(cases.size()));
            attribute(
                    xml,
                    "failures",
                    Long.toString(cases.stream().filter(Case::isFailure).count()));
            attribute(xml, "errors", "0");
            attribute(xml, "skipped", "0");
            attribute(
                    xml,
                    "time",
                    seconds(cases.stream().mapToDouble(Case::seconds).sum()));
            Optional<String> first =
                    cases.stream().map(each -> each.result.started().toString()).min(String::compareTo);
            if (first.isPresent()) {
                attribute(xml, "timestamp", first.get());
            }
            for (Case each : cases) {
                testCase(xml, each);
            }
            xml.writeCharacters("\n");
            xml.writeEndElement();
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new UncheckedIOException(new IOException(e));
        }
        return text.toString();
    }

    private static void testCase(XMLStreamWriter xml, Case each) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        attribute(xml, "classname", SUITE + '.' + each.result.name().replace('.', '-'));
        attribute(xml, "name", each.name());
        attribute(xml, "time", seconds(each.seconds()));
        if (each.isFailure()) {
            xml.writeCharacters("\n    ");
            xml.writeStartElement("failure");
            attribute(xml, "type", each.result.outcome().success() ? "invalid" : "failed");
            attribute(xml, "message", each.headline());
            xml.writeCharacters(plain(each.reasons()));
            xml.writeEndElement();
            xml.writeCharacters("\n  ");
        } else if (!each.verdict.reasons().isEmpty()) {
            xml.writeCharacters("\n    ");
            xml.writeStartElement("system-out");
            xml.writeCharacters(plain(each.reasons()));
            xml.writeEndElement();
            xml.writeCharacters("\n  ");
        }
        xml.writeEndElement();
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, plain(value));
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds);
    }

    /** XML has no form at all, not even an escaped one, for some characters; the writer does not look. */
    private static String plain(String text) {
        return text.codePoints()
                .map(c -> isXml(c) ? c : REPLACEMENT)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isXml(int c) {
        return c < 0x20
                ? c == '\t' || c == '\n' || c == '\r'
                : !(c >= 0xD800 && c <= 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
    }
}
