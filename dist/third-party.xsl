<?xml version="1.0" encoding="UTF-8"?>
<!-- The libraries in a bill of materials, with their licences, a line each. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:b="http://cyclonedx.org/schema/bom/1.6">
  <xsl:output method="text" encoding="UTF-8"/>

  <xsl:template match="/b:bom">
    <xsl:text>Libraries in this archive and their licences, from the bill of materials of the build.&#10;&#10;</xsl:text>
    <xsl:for-each select="b:components/b:component[not(b:group = 'dev.dyno')]">
      <xsl:sort select="b:group"/>
      <xsl:sort select="b:name"/>
      <xsl:sort select="b:version"/>
      <xsl:value-of select="concat(b:group, ':', b:name, ':', b:version, '  ')"/>
      <xsl:for-each select="b:licenses/b:license | b:licenses/b:expression">
        <xsl:if test="position() &gt; 1"> or </xsl:if>
        <xsl:value-of select="normalize-space(concat(b:id, b:name, self::b:expression, ' ', b:url))"/>
      </xsl:for-each>
      <xsl:if test="not(b:licenses)">not stated</xsl:if>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
