#!/bin/sh
echo name date
