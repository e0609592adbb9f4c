package dev.dyno.compare;

import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A gate as JUnit XML, which every continuous integration shows: a test for each figure, and one for the runs themselves. */
public final class GateJUnit {

    private static final String CLASS = "dyno.gate";

    private GateJUnit() {}

    public static String of(GateReport report) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            write(report, xml);
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException(e);
        }
        return text + "\n";
    }

    private static void write(GateReport report, XMLStreamWriter xml) throws XMLStreamException {
        boolean usable = report.unusable().isEmpty();
        long missed = report.checks().stream().filter(check -> !check.passed()).count();
        xml.writeCharacters("\n");
        xml.writeStartElement("testsuite");
        xml.writeAttribute("name", "dyno gate");
        xml.writeAttribute("tests", Integer.toString(report.checks().size() + 1));
        xml.writeAttribute("failures", Long.toString(usable ? missed : 0));
        xml.writeAttribute("errors", usable ? "0" : "1");
        xml.writeAttribute(
                "skipped", Integer.toString(usable ? 0 : report.checks().size()));
        begin(xml, "runs are valid");
        if (!usable) {
            problem(xml, "error", String.join("\n", report.complaints()));
        }
        xml.writeEndElement();
        for (GateCheck check : report.checks()) {
            begin(xml, check.figure().name());
            if (!usable) {
                xml.writeEmptyElement("skipped");
            } else if (!check.passed()) {
                problem(xml, "failure", check.sentence());
            } else {
                xml.writeStartElement("system-out");
                xml.writeCharacters(check.sentence());
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
    }

    private static void begin(XMLStreamWriter xml, String name) throws XMLStreamException {
        xml.writeCharacters("\n  ");
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", CLASS);
        xml.writeAttribute("name", name);
    }

    private static void problem(XMLStreamWriter xml, String kind, String sentence) throws XMLStreamException {
        xml.writeStartElement(kind);
        xml.writeAttribute("message", plain(sentence));
        xml.writeCharacters(plain(sentence));
        xml.writeEndElement();
    }

    /** XML has no word for most control characters. */
    private static String plain(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\n]]", " ");
    }
}
